import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { newUser } from '../fixtures/new-user.ts';
import { eventually, smallJpeg } from '../fixtures/uploads.ts';
import type { Visitor } from './visitor.ts';

/** Creates a public event. @returns its id */
export async function newEvent(siteUrl: string, name: string): Promise<string> {
  const host = await newUser(siteUrl, 'Olive');
  return (await host.post('/api/events', { name, privacy: 'public' })).json.id;
}

/**
 * The main guest flow: opens the link, gives a name, adds a photo, sees it and votes for it.
 * @param beforeReload what else is done on the page before it is opened again
 * @returns labels of the pressed buttons at the end: the vote
 */
export async function runGuestFlow(
  visitor: Visitor,
  siteUrl: string,
  beforeReload?: () => Promise<void>,
): Promise<string[]> {
  const eventId = await newEvent(siteUrl, 'Summer party');
  const photo = path.join(await mkdtemp(path.join(tmpdir(), 'photo-')), 'party.jpg');
  await writeFile(photo, await smallJpeg(7));
  await visitor.open(`${siteUrl}/event/${eventId}`);
  await visitor.see('Summer party');
  await visitor.see('No photos yet');
  await visitor.press('Add Media');
  await visitor.see('Upload as Guest');
  await visitor.fill('name', 'Grace');
  await visitor.press('Continue as Guest');
  await visitor.choose(photo);
  await visitor.press('Upload 1 file(s)');
  await visitor.see('Upload Complete!');
  // The dialog closes by itself.
  await eventually(() => visitor.run<boolean>("return document.querySelector('dialog') === null;"));
  await visitor.see('1 photo');
  await visitor.press('Vote, 0 votes');
  await visitor.see('Vote, 1 vote');
  // A page that is left takes requests under way with it.
  await eventually(async () => {
    const list = await fetch(`${siteUrl}/api/events/${eventId}/media`);
    return ((await list.json()) as { voteCount: number }[])[0]?.voteCount === 1;
  });
  await beforeReload?.();
  await visitor.open(`${siteUrl}/event/${eventId}`);
  await visitor.see('Vote, 1 vote');
  // The page embeds the photos as anonymous visitors see them; the guest's own votes follow.
  return eventually(async () => {
    const pressed = await visitor.run<string[]>(
      "return [...document.querySelectorAll('[aria-pressed=true]')].map((one) => one.ariaLabel);",
    );
    return pressed.length > 0 && pressed;
  });
}
