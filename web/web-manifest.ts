import { SITE_DESCRIPTION, SITE_NAME } from '../shared/site.ts';
import { PAPER } from './app-icons.ts';

const icon = (file: string, pixels: number, purpose: 'any' | 'maskable') => ({
  src: `/icons/${file}.png`,
  sizes: `${pixels}x${pixels}`,
  type: 'image/png',
  purpose,
});

/** What an installed app is called and looks like. Source: W3C, Web Application Manifest. */
export const webManifest = {
  id: '/',
  name: SITE_NAME,
  short_name: SITE_NAME,
  description: SITE_DESCRIPTION,
  lang: 'en',
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  categories: ['photo', 'social'],
  background_color: PAPER,
  theme_color: PAPER,
  icons: [
    icon('icon-192', 192, 'any'),
    icon('icon-512', 512, 'any'),
    icon('maskable-192', 192, 'maskable'),
    icon('maskable-512', 512, 'maskable'),
    { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
  ],
};
