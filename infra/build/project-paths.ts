import path from 'node:path';

/** The project's folder. */
export const projectDir = path.resolve(import.meta.dirname, '../..');
/** Where everything that is built goes. */
export const buildDir = path.join(projectDir, '.build');
/** Each function's folder is `{functionsDir}/{id}`, its code `index.js`. */
export const functionsDir = path.join(buildDir, 'functions');
/** What Node keeps of what it compiled: see `local/npm-start.js`. */
export const nodeCacheDir = path.join(buildDir, 'node-cache');
/** The React build. */
export const webDir = path.join(buildDir, 'web');
