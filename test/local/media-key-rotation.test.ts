import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../../infra/build/ensure-built.ts';
import { startSystem, type System } from '../../infra/local/system.ts';
import { MEDIA_KEYS_FILE, SECRETS_PATH } from '../../infra/local/ssm/secret-files.ts';
import { rotateMediaKey, type RotationPorts } from '../../infra/operate/rotate-media-key.ts';
import { Client } from '../fixtures/api-client.ts';
import { filledPage } from '../fixtures/filled-page.ts';
import { seedPicture } from '../fixtures/seed-picture.ts';
import { steadyPort } from '../fixtures/steady-port.ts';
import { signIn } from '../fixtures/users-and-guests.ts';

// The operator's program exchanges the key of media URLs while somebody looks at a gallery. The system has a folder of its
// own; that it starts again stands for a deployment.

const KEY_COOKIE = 'CloudFront-Key-Pair-Id';
let dataDir: string;
let system: System;
let eventId: string;
/** Whoever looks at the gallery, with the cookies that it has given them, and the address of its picture. */
let visitor: Client;
let picture = '';
/** By how much the program's clock is ahead of the system's. */
let aheadMs = 0;

beforeAll(async () => {
  await ensureBuilt();
  dataDir = await mkdtemp(path.join(tmpdir(), 'rotation-'));
  system = await startSystem({ port: await steadyPort(), dataDir, quiet: true });
  const olive = await signIn(system.url, 'Olive');
  eventId = (await olive.post('/api/events', { name: 'Orchard', privacy: 'public' })).json.id;
  Object.assign(process.env, system.environment);
  await seedPicture(olive, eventId);
  visitor = new Client(system.url);
  await open();
}, 180_000);
afterAll(async () => {
  await system.close();
  await rm(dataDir, { recursive: true, force: true });
});

const file = (name: string): string => path.join(dataDir, 'secrets', path.basename(name));

const ports: RotationPorts = {
  readParameter: (name) => readFile(file(name), 'utf8'),
  replaceParameter: (name, value) => writeFile(file(name), value),
  changedAt: async (name) => (await stat(file(name))).mtime,
  readPublicKeys: () => readFile(file(MEDIA_KEYS_FILE), 'utf8'),
  writePublicKeys: (pems) => writeFile(file(MEDIA_KEYS_FILE), pems),
  deployedKeys: async () => (system.environment['MEDIA_KEY_IDS'] ?? '').split(/[ =]/),
  now: () => new Date(Date.now() + aheadMs),
};

const rotate = (): Promise<string> => rotateMediaKey(SECRETS_PATH, ports);

async function deploy(): Promise<void> {
  const port = Number(new URL(system.url).port);
  await system.close();
  system = await startSystem({ port, dataDir, quiet: true });
}

/** Functions keep a secret for five minutes: new processes have none. */
const passFiveMinutes = (): void => system.restartFunctions();

/** Opens the gallery, which brings cookies. @returns the address of its picture */
async function galleryPicture(client: Client): Promise<string> {
  const { text } = await filledPage(client, `/event/${eventId}`);
  const address = /src="(\/media\/[^"]+)"/.exec(text)?.[1];
  if (address === undefined) throw new Error('The gallery shows no picture.');
  return address;
}

async function open(): Promise<void> {
  picture = await galleryPicture(visitor);
}

const statusOfPicture = async (): Promise<number> => (await visitor.send('GET', picture, {})).status;

/** Asks for the picture again with the cookies that are there, and then opens the gallery anew. */
async function look(): Promise<void> {
  expect(await statusOfPicture()).toBe(200);
  await open();
  expect(await statusOfPicture()).toBe(200);
}

const keyInUse = (): string | undefined => visitor.cookie(KEY_COOKIE);

it('breaks no picture at any step', async () => {
  await look();
  const before = keyInUse();
  /** Somebody who has the page open all the time. */
  const early = new Client(system.url);
  expect(await galleryPicture(early)).toBe(picture);
  expect(early.cookie(KEY_COOKIE)).toBe(before);

  expect(await rotate()).toContain('signs nothing yet');
  await look();
  passFiveMinutes();
  await look();
  await expect(rotate()).rejects.toThrow('does not know the second key yet');
  await deploy();
  await look();
  expect(keyInUse()).toBe(before);

  expect(await rotate()).toContain('The second key signs');
  await look();
  passFiveMinutes();
  await look();
  expect(keyInUse()).not.toBe(before);

  await expect(rotate()).rejects.toThrow('wait until');
  aheadMs = 65 * 60_000 + 1000;
  expect(await rotate()).toContain('given up');
  await look();
  await deploy();
  await look();

  // The rotation was one: what the old key signed opens nothing any more.
  expect((await early.send('GET', picture, {})).status).toBe(403);
}, 120_000);
