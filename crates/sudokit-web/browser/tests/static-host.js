// A static host for the page without a server: files of one folder, under a path of their own, in
// Brotli like most hosts.

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const PATH = '/puzzles/sudoku/';
const KINDS = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

export class StaticHost {
  /**
   * @param {string} folder
   * @param {number} quality of the compression; the best takes many seconds, which tests wait for
   */
  constructor(folder, quality = 4) {
    this.folder = folder;
    this.quality = quality;
    /** Whether the network is cut. */
    this.isDown = false;
    /** The name of another version of the page, if that is to be served. */
    this.version = '';
    /** @type {Map<string, Buffer>} */
    this.compressed = new Map();
    this.server = createServer((request, response) => {
      if (this.isDown) request.socket.destroy();
      else this.#answer(request.url ?? '', response);
    });
  }

  /** @returns {Promise<string>} the address of the page */
  start() {
    return new Promise((resolve) => {
      this.server.listen(0, '127.0.0.1', () => {
        const address = this.server.address();
        const port = typeof address === 'object' ? address?.port : undefined;
        resolve(`http://localhost:${port}${PATH}`);
      });
    });
  }

  stop() {
    this.server.closeAllConnections();
    this.server.close();
  }

  /**
   * @param {string} url
   * @param {import('node:http').ServerResponse} response
   */
  #answer(url, response) {
    const name = url === PATH ? 'index.html' : url.slice(PATH.length);
    try {
      if (!url.startsWith(PATH) || name.includes('..')) throw new Error(url);
      const content = this.compress(name);
      const kind = KINDS[/** @type {keyof typeof KINDS} */ (extname(name))];
      response.writeHead(200, { 'content-type': kind, 'content-encoding': 'br', 'cache-control': 'no-cache' });
      response.end(content);
    } catch {
      response.writeHead(404).end('not found');
    }
  }

  /**
   * A file as it is served.
   * @param {string} name
   */
  compress(name) {
    const isVersioned = name === 'index.html' || name === 'service-worker.js';
    const key = isVersioned ? `${name} ${this.version}` : name;
    const known = this.compressed.get(key);
    if (known !== undefined) return known;
    const content = readFileSync(join(this.folder, name));
    const isOther = isVersioned && this.version !== '';
    const served = isOther ? otherVersion(content.toString(), this.version) : content;
    const compressed = brotliCompressSync(served, { params: { [constants.BROTLI_PARAM_QUALITY]: this.quality } });
    this.compressed.set(key, compressed);
    return compressed;
  }
}

/**
 * Another version of the page or its service worker.
 * @param {string} content
 * @param {string} name of the version
 */
const otherVersion = (content, name) =>
  content.replace('</body>', `<!-- ${name} --></body>`).replace(/sudokit [0-9a-f]{12}/, `sudokit ${name}`);
