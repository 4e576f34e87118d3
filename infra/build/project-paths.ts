import path from 'node:path';

export const projectDir = path.resolve(import.meta.dirname, '../..');
/** All build output. */
export const buildDir = path.join(projectDir, '.build');
/** Each function's folder is `{functionsDir}/{id}`, its code `index.js`. */
export const functionsDir = path.join(buildDir, 'functions');
/** Node's compile cache; `infra/local/npm-start.js` turns it on. */
export const nodeCacheDir = path.join(buildDir, 'node-cache');
/** The React build. */
export const webDir = path.join(buildDir, 'web');
