// Builds the page without a server: a folder that any static host can serve, under any path.
//
//     node page/build.mjs MODULES FOLDER
//
// MODULES has engine.js, engine_bg.wasm, whole.js and whole_bg.wasm, as build-page.sh makes them. All names but those of the page itself, the manifest and the service worker contain a hash
// of the content, so that a host may let browsers keep them forever.
import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const [modules, folder] = process.argv.slice(2).map((path) => resolve(path));
if (folder === undefined) {
  console.error('usage: node page/build.mjs MODULES FOLDER');
  process.exit(2);
}
const here = fileURLToPath(new URL('.', import.meta.url));
const source = resolve(here, '../crates/sudokit-web/static');

/** @type {Map<string, Buffer | string>} the files of the page by name */
const files = new Map();

/** Adds a file under a name with its hash, and returns that name. */
function add(name, content) {
  const hash = hashOf([content]);
  const [, base, extension] = /^(.*)(\.\w+)$/.exec(name);
  const hashed = `${base}-${hash}${extension}`;
  files.set(hashed, content);
  return hashed;
}

function hashOf(contents) {
  const hash = createHash('sha256');
  for (const content of contents) hash.update(content);
  return hash.digest('hex').slice(0, 12);
}

/** Bundles a script or style sheet. */
async function bundle(entry, options = {}) {
  const result = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    logLevel: 'warning',
    ...options,
  });
  return result.outputFiles[0].text;
}

/** Puts another file in the place of a module. */
const replaced = (name, path) => ({
  name,
  setup: ({ onResolve }) => onResolve({ filter: new RegExp(`${name}$`) }, () => ({ path })),
});

const names = {};
for (const [key, module] of [['ENGINE', 'engine'], ['WHOLE', 'whole']]) {
  names[`${key}_MODULE`] = add(`${module}.wasm`, readFileSync(`${modules}/${module}_bg.wasm`));
  const script = await bundle(`${here}/src/worker.js`, {
    plugins: [replaced('sudokit-module', `${modules}/${module}.js`)],
    // The module always arrives as an argument.
    define: { 'import.meta.url': '"about:blank"' },
  });
  names[`${key}_WORKER`] = add(`${module}-worker.js`, script);
}

const script = await bundle(`${here}/src/main.js`, {
  plugins: [replaced('/transport.js', `${here}/src/transport.js`)],
  define: Object.fromEntries(Object.entries(names).map(([key, name]) => [key, JSON.stringify(name)])),
});

const html = readFileSync(`${source}/index.html`, 'utf8');
const sheets = [...html.matchAll(/ *<link rel="stylesheet" href="([^"]+)"(?: media="(\w+)")?>\n/g)];
const imports = sheets.map(([, href, media]) => `@import "./${href}" ${media ?? ''};`).join('\n');
const style = await bundle(undefined, {
  entryPoints: undefined,
  stdin: { contents: imports, resolveDir: source, loader: 'css' },
});

const icons = {
  svg: add('icon.svg', readFileSync(`${source}/icon.svg`)),
  small: add('icon-192.png', readFileSync(`${here}/icons/icon-192.png`)),
  large: add('icon-512.png', readFileSync(`${here}/icons/icon-512.png`)),
  maskable: add('icon-maskable.png', readFileSync(`${here}/icons/icon-maskable.png`)),
};

files.set('manifest.webmanifest', JSON.stringify({
  name: 'Sudokit',
  short_name: 'Sudokit',
  description: 'Play, enter, understand and share Sudoku puzzles.',
  start_url: './',
  scope: './',
  display: 'standalone',
  background_color: '#f4f6fa',
  theme_color: '#2350a8',
  categories: ['games', 'education'],
  icons: [
    { src: icons.svg, type: 'image/svg+xml', sizes: 'any' },
    { src: icons.small, type: 'image/png', sizes: '192x192' },
    { src: icons.large, type: 'image/png', sizes: '512x512' },
    { src: icons.maskable, type: 'image/png', sizes: '512x512', purpose: 'maskable' },
  ],
}, null, 2));

const policy = [
  "default-src 'self'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'",
  "img-src 'self' data: blob:", "object-src 'none'", "base-uri 'none'", "form-action 'self'",
].join('; ');

/** Replaces a part of the page, which must be there. */
function replace(page, part, other) {
  if (!page.includes(part)) throw new Error(`the page has no ${part}`);
  return page.replace(part, () => other);
}

let page = html;
for (const [link] of sheets) page = page.replace(link, '');
page = replace(page, '<meta charset="utf-8">', `<meta charset="utf-8">
  <meta http-equiv="Content-Security-Policy" content="${policy}">
  <meta name="referrer" content="no-referrer">`);
page = replace(page, '<link rel="icon" href="icon.svg" type="image/svg+xml">', `<link rel="icon" href="${icons.svg}" type="image/svg+xml">
  <link rel="apple-touch-icon" href="${icons.small}">
  <link rel="manifest" href="manifest.webmanifest">
  <link rel="stylesheet" href="${add('style.css', style)}">`);
page = replace(page, '<script type="module" src="js/main.js"></script>', `<script type="module" src="${add('page.js', script)}"></script>`);
page = replace(page, 'This page needs JavaScript. The API reference is at <a href="api">api</a>.', 'This page needs JavaScript.');
files.set('index.html', page);

const kept = ['./', ...[...files.keys()].filter((name) => name !== 'index.html')];
files.set('service-worker.js', await bundle(`${here}/src/service-worker.js`, {
  define: { VERSION: JSON.stringify(hashOf([...files.values()])), FILES: JSON.stringify(kept) },
}));

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const [name, content] of files) writeFileSync(`${folder}/${name}`, content);
console.log(`${folder}: ${files.size} files`);
