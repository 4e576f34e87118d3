import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { projectDir } from '../../../infra/build/project-paths.ts';

const components = globSync('web/src/{ui,features/*,lib,app,routes,routes/*}/*.tsx', { cwd: projectDir });
const tests = globSync('test/components/*.test.tsx', { cwd: projectDir });
const read = (file: string) => readFileSync(path.join(projectDir, file), 'utf8');
const texts = tests.map(read);

/** What starts or composes the site, and draws nothing of its own. */
const withoutLooks = [
  'web/src/app/application.tsx',
  'web/src/app/main.tsx',
  'web/src/app/render-page.tsx',
  'web/src/routes/event/lazy-parts.tsx',
];

/** Parts of pages, by the test that shows their states within the page. */
const shownWithin: Readonly<Record<string, string>> = {
  'web/src/app/nav-drawer.tsx': 'navigation',
  'web/src/app/profile-button.tsx': 'navigation',
  'web/src/app/router.tsx': 'pages-not-shown',
  'web/src/app/shell.tsx': 'fit',
  'web/src/features/downloads/choose-size.tsx': 'dialogs',
  'web/src/features/landing/join-by-code.tsx': 'pages-not-shown',
  'web/src/features/lightbox/full-picture.tsx': 'lightbox-zoom',
  'web/src/features/lightbox/save-button.tsx': 'lightbox-save',
  'web/src/features/lightbox/share-button.tsx': 'share-link',
  'web/src/features/lightbox/zoom-button.tsx': 'lightbox-zoom',
  'web/src/features/numbers/bar-chart.tsx': 'numbers',
  'web/src/features/numbers/downloads.tsx': 'numbers',
  'web/src/features/numbers/numbers.tsx': 'numbers',
  'web/src/features/numbers/senders.tsx': 'numbers',
  'web/src/features/numbers/share-picture.tsx': 'numbers',
  'web/src/features/numbers/top-items.tsx': 'numbers',
  'web/src/features/people/accept-co-host.tsx': 'co-hosts',
  'web/src/features/people/co-hosts.tsx': 'co-hosts',
  'web/src/features/people/hand-over-dialog.tsx': 'co-hosts',
  'web/src/features/people/invite-co-host-dialog.tsx': 'co-hosts',
  'web/src/features/people/remove-people-dialog.tsx': 'remove-people',
  'web/src/features/contributions/contributions-dialog.tsx': 'contributions',
  'web/src/features/print/branch-drawing.tsx': 'print',
  'web/src/features/print/confetti-drawing.tsx': 'print',
  'web/src/features/print/face.tsx': 'print',
  'web/src/features/print/miniature.tsx': 'print',
  'web/src/features/print/print-cards.tsx': 'print',
  'web/src/features/print/print-options.tsx': 'print',
  'web/src/features/print/sheet.tsx': 'print',
  'web/src/features/wall/invitation.tsx': 'wall',
  'web/src/features/wall/stage.tsx': 'wall',
  'web/src/features/wall/wall-menu.tsx': 'wall',
  'web/src/features/wall/wall.tsx': 'wall',
  'web/src/features/selection/choice.tsx': 'selection',
  'web/src/features/selection/delete-items-dialog.tsx': 'selection',
  'web/src/features/selection/selection-actions.tsx': 'selection',
  'web/src/features/selection/selection-bar.tsx': 'selection',
  'web/src/routes/account/account-dialog.tsx': 'navigation',
  'web/src/routes/account/owned-events-dialog.tsx': 'co-hosts',
  'web/src/routes/co-host.tsx': 'co-hosts',
  'web/src/routes/join.tsx': 'pages-not-shown',
  'web/src/routes/print.tsx': 'print',
  'web/src/routes/wall.tsx': 'wall',
  'web/src/routes/event/event.tsx': 'event-page',
  'web/src/routes/event/grid.tsx': 'gallery-grid',
  'web/src/routes/event/header.tsx': 'event-page',
  'web/src/routes/event/highlights.tsx': 'event-management',
  'web/src/routes/event/item-actions.tsx': 'event-page-deleting-and-crashes',
  'web/src/routes/event/notification-toggle.tsx': 'notifications',
  'web/src/routes/event/owner-tools.tsx': 'event-management',
  'web/src/routes/event/payment-wall.tsx': 'adding-media',
  'web/src/routes/event/photos.tsx': 'event-page',
  'web/src/routes/event/selection.tsx': 'selection',
  'web/src/routes/event/uploads.tsx': 'event-uploads',
  'web/src/ui/retried-image.tsx': 'ui-contents',
};

/** Components that look the same whenever they are shown. */
const withOneState = [
  'web/src/features/events/invitation-drawing.tsx',
  'web/src/features/gallery/ad-banner.tsx',
  'web/src/features/gallery/gallery-skeleton.tsx',
  'web/src/features/landing/call-to-action.tsx',
  'web/src/features/landing/demo-form.tsx',
  'web/src/features/landing/features.tsx',
  'web/src/features/landing/footer.tsx',
  'web/src/features/landing/hero.tsx',
  'web/src/features/landing/how-it-works.tsx',
  'web/src/features/landing/pricing.tsx',
  'web/src/features/landing/section.tsx',
  'web/src/app/wordmark.tsx',
  'web/src/routes/not-found.tsx',
  'web/src/routes/privacy.tsx',
  'web/src/routes/signed-out.tsx',
  'web/src/routes/terms.tsx',
  'web/src/ui/drawing.tsx',
  'web/src/ui/drawings.tsx',
  'web/src/ui/empty-frame-drawing.tsx',
  'web/src/ui/legal-text.tsx',
  'web/src/ui/skeleton.tsx',
  'web/src/ui/spinner.tsx',
  'web/src/ui/visually-hidden.tsx',
];

/** Whether a test uses something of a file, and does not only import it. */
function uses(test: string, file: string): boolean {
  const [line = '', imported = ''] = new RegExp(`import ([^;]*) from '../../${file}';`).exec(test) ?? [];
  return [...imported.matchAll(/\b(?!type\b)\w+/g)].some(([name]) =>
    new RegExp(`\\b${name}\\b`).test(test.replace(line, '')),
  );
}

/** The project's files that a file imports, at once or later. */
function importsOf(file: string): string[] {
  const specifiers = read(file).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+\.tsx?)'/g);
  return [...specifiers].map(([, specifier = '']) => path.posix.join(path.posix.dirname(file), specifier));
}

/** Whether a file leads to another one by its imports. */
function leadsTo(from: string, to: string): boolean {
  const reached = new Set([from]);
  for (const file of reached) for (const next of importsOf(file)) reached.add(next);
  return reached.has(to);
}

it('every component has a test of its own in test/components, or is listed with the reason why not', () => {
  const listed = [...withOneState, ...withoutLooks, ...Object.keys(shownWithin)];
  const untested = components.filter((file) => !texts.some((text) => uses(text, file)));
  expect(components.length).toBeGreaterThan(110);
  expect(untested.filter((file) => !listed.includes(file))).toEqual([]);
  expect(listed.filter((file) => !components.includes(file))).toEqual([]);
  const oneState = [...withOneState, ...withoutLooks];
  expect(oneState.filter((file) => !untested.includes(file))).toEqual([]);
});

it.each(Object.entries(shownWithin))('%s is shown by the test %s', (file, test) => {
  expect(leadsTo(`test/components/${test}.test.tsx`, file)).toBe(true);
});
