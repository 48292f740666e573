// Names of files, which build.mjs fills in.
declare const ENGINE_MODULE: string;
declare const ENGINE_WORKER: string;
declare const WHOLE_MODULE: string;
declare const WHOLE_WORKER: string;
