import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';
import type { FirstData } from '../shared/contract/first-data.ts';

type RenderPage = (address: string, first: FirstData) => Promise<string | undefined>;

/** The app built for Node: `src/app/render-page.tsx` in one module without imports of packages. */
export type PageRenderer = {
  /** Names exactly this renderer: what it draws is hydrated by the browser code of the same build. */
  readonly release: string;
  readonly code: string;
};

const entry = path.join(import.meta.dirname, 'src/app/render-page.tsx');

/** The pages that it draws. What else is loaded on demand is loaded by browsers alone. */
const DRAWN = /\/routes\/(?:landing|event\/event)\.tsx$/;
const NOT_DRAWN = '\0not-drawn';

const leaveOutWhatIsNotDrawn: Plugin = {
  name: 'leave-out-what-is-not-drawn',
  resolveDynamicImport: (specifier) =>
    typeof specifier === 'string' && DRAWN.test(specifier) ? null : NOT_DRAWN,
  load: (id) => (id === NOT_DRAWN ? `throw new Error('No first screen is drawn of this.');` : null),
};

const buildDir = path.join(import.meta.dirname, '../.build');

export async function buildPageRenderer(): Promise<PageRenderer> {
  const built = await build({
    root: import.meta.dirname,
    configLoader: 'native',
    logLevel: 'warn',
    // Otherwise the environment of whoever runs it would decide which React it is.
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [leaveOutWhatIsNotDrawn],
    ssr: { noExternal: true },
    build: {
      ssr: entry,
      write: false,
      minify: true,
      sourcemap: false,
      rolldownOptions: { output: { codeSplitting: false }, checks: { pluginTimings: false } },
    },
  });
  const [output] = [built].flat();
  if (!output || !('output' in output)) throw new Error('The page renderer was not built.');
  const { code } = output.output[0];
  const release = createHash('sha256').update(code).digest('base64url').slice(0, 16);
  return { release, code: `${code}\nexport const release = ${JSON.stringify(release)};\n` };
}

/**
 * Runs a renderer once.
 * @throws Error if the page cannot be drawn whole
 */
export async function renderOnce({ code }: PageRenderer, ...page: Parameters<RenderPage>): Promise<string> {
  await mkdir(buildDir, { recursive: true });
  const folder = await mkdtemp(path.join(buildDir, 'renderer-'));
  try {
    const file = path.join(folder, 'page-renderer.mjs');
    await writeFile(file, code);
    const { renderPage } = (await import(pathToFileURL(file).href)) as { renderPage: RenderPage };
    const html = await renderPage(...page);
    if (!html?.includes('<h1')) throw new Error(`The page of ${page[0]} was not drawn as a whole.`);
    return html;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Leaves a renderer beside the bundle of the function that fills event pages: functions/event-page/first-screen.ts. */
export async function deliverPageRenderer({ code }: PageRenderer): Promise<void> {
  const folder = path.join(buildDir, 'functions/show-event');
  await mkdir(folder, { recursive: true });
  const draft = path.join(buildDir, `page-renderer.${process.pid}.draft`);
  await writeFile(draft, code);
  await rename(draft, path.join(folder, 'page-renderer.mjs'));
}
