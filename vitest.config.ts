import './test/fixtures/compile-cache.ts';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { FLAGS } from './test/fixtures/browser.ts';
import { findHeadlessChromium } from './test/fixtures/chromium.ts';
import { unitEnvironment } from './test/fixtures/unit-environment.ts';

// One project per kind of test, so that `npm run check` can run the fast ones alone. Left alone, vitest keeps a core
// free, which on two cores is half of the machine.
const maxWorkers = '100%';

/** Tests that convert videos and pictures, which takes as long as all other unit tests. */
const MAKES_PICTURES = ['test/unit/media/**/*.test.ts', 'test/unit/jobs/process-media.test.ts'];

/** The slowest files, which must not be the last to start. */
const SLOW =
  /browsers\/|e2e\/(all-screens|gallery-on-a-phone|live-updates|main-flow|payments|session-ends|upload)|api\/(access|archive-pauses|fuzz|media-types|leaving-is-final|renditions-and-originals|event-deletion-crashes|saves-during-deletion)\.|local\/(npm-dev|npm-start|cognito-sign-in-page|crash|crowd|faults|restore-drill|s3-durability|system|media-key-rotation)\.|unit\/(media\/(video|real-videos|picture)\.|http\/faults|jobs\/(faults|process-media))/;
const isSlow = ({ moduleId }: TestSpecification) => Number(SLOW.test(moduleId));

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => isSlow(b) - isSlow(a));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: SlowestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          maxWorkers,
          env: unitEnvironment,
          // Each file would load the clients of AWS anew.
          isolate: false,
          setupFiles: ['test/fixtures/fresh-modules.ts'],
          include: ['test/unit/**/*.test.ts'],
          exclude: MAKES_PICTURES,
          testTimeout: 60_000,
        },
      },
      // What is too slow for `npm run check`.
      {
        test: {
          name: 'media',
          include: MAKES_PICTURES,
          maxWorkers,
          // Each file would start a worker and load sharp anew.
          isolate: false,
          setupFiles: ['test/fixtures/fresh-modules.ts'],
          env: unitEnvironment,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'local',
          // More than there are cores: its tests mostly wait for processes and disks.
          maxWorkers: 4,
          // Each file would load the clients of AWS and the identity server anew.
          isolate: false,
          setupFiles: ['test/fixtures/fresh-modules.ts'],
          env: unitEnvironment,
          include: ['test/local/**/*.test.ts'],
          globalSetup: ['test/fixtures/temporary-folder.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // What is awaited may come from a process that others keep from computing.
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        test: {
          name: 'infra',
          maxWorkers,
          // Otherwise each file would load the CDK again.
          isolate: false,
          // V8's own threads compile WebAssembly of the validator that runs once, while both workers need the cores.
          execArgv: ['--single-threaded'],
          include: ['test/infra/**/*.test.ts'],
          globalSetup: ['test/fixtures/temporary-folder.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'api',
          // More than there are cores: its tests mostly wait for the system.
          maxWorkers: 4,
          // Otherwise each file would load the AWS clients again.
          isolate: false,
          include: ['test/api/**/*.test.ts'],
          globalSetup: ['test/fixtures/start-recorded-system.ts'],
          setupFiles: ['test/fixtures/use-system-environment.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        plugins: [react()],
        // Otherwise it warns of what is in Vitest's own packages.
        logLevel: 'error',
        cacheDir: '.build/vite-components',
        test: {
          name: 'components',
          include: ['test/components/**/*.test.tsx'],
          setupFiles: ['test/components/begin-file.ts'],
          maxWorkers,
          // What is awaited comes from the same page.
          expect: { poll: { timeout: 5000 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            commands: {
              setTheme: ({ page }, colorScheme: 'light' | 'dark') => page.emulateMedia({ colorScheme }),
              setForcedColors: ({ page }, forcedColors: 'active' | 'none') =>
                page.emulateMedia({ forcedColors }),
              evaluate: async (context, script: string) => (await context.frame()).evaluate(script),
            },
            provider: playwright({
              launchOptions: { executablePath: findHeadlessChromium(), args: FLAGS },
              contextOptions: { reducedMotion: 'reduce' },
            }),
            // In a window of its own, each file would load the site anew.
            instances: [{ browser: 'chromium', isolate: false }],
            viewport: { width: 1280, height: 800 },
            // As Playwright's own locators in `e2e`: a name is found by a part of it, unless the locator is `exact`.
            locators: { exact: false },
          },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts', 'test/browsers/**/*.test.ts'],
          globalSetup: ['test/fixtures/start-system.ts'],
          setupFiles: ['test/fixtures/use-system-environment.ts'],
          // More than there are cores: a browser mostly waits.
          maxWorkers: 4,
          // All files of a worker share what it has started, above all the browser.
          isolate: false,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 15_000, interval: 150 } },
        },
      },
    ],
  },
});
