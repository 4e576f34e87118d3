import { choose } from './dialog-scenes.ts';
import { at, press, type Scene } from './scene.ts';

/** What people have uploaded, and who sent it. */
export const uploadsScenes: readonly Scene[] = [
  { name: 'uploads-own', role: 'guest', path: at('wedding', '?uploads=mine') },
  {
    name: 'uploads-chosen',
    role: 'guest',
    path: at('wedding', '?uploads=mine'),
    steps: async (page) => {
      await page.getByRole('checkbox', { name: 'Choose all' }).check({ force: true });
      await press('button', /^Delete \d+ file/)(page);
    },
  },
  { name: 'uploads-none', role: 'person', path: at('small', '?uploads=mine') },
  {
    name: 'uploads-of-sender',
    role: 'host',
    path: at('wedding', '/moderate'),
    steps: async (page) => {
      await press('link', 'Grace')(page);
      await press('link', 'All their uploads')(page);
      await page.getByRole('dialog').getByRole('checkbox', { name: 'Choose all' }).waitFor();
    },
  },
  {
    name: 'uploads-waiting',
    role: 'guest',
    path: at('wedding'),
    steps: async (page) => {
      await choose(page, ['Cake.jpg']);
      const bytes = Buffer.from([0xff, 0xd8, 0xff, 0xe0, ...Buffer.alloc(400, 7)]);
      const input = page.getByRole('dialog', { name: 'Upload Media' }).locator('input[type=file][multiple]');
      await input.setInputFiles({ name: 'Broken.jpg', mimeType: 'image/jpeg', buffer: bytes });
      await page.getByRole('button', { name: 'Upload 2 file(s)' }).click();
      await page.getByText(/^Broken.jpg can’t be shown/).waitFor();
    },
  },
  {
    name: 'moderate-by-sender',
    role: 'host',
    path: at('wedding', '/moderate'),
    steps: press('link', 'Grace'),
  },
];
