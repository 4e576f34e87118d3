import { beforeAll, describe, expect, inject, it } from 'vitest';
import { endpoints } from '../../functions/manifest/calls.ts';
import { createLiveWorld, type LiveWorld } from './live-world.ts';
import {
  newItem,
  metadata,
  specificationFile,
  specificationCalls,
  newVotedItem,
} from './specification-calls.ts';

let world: LiveWorld;

beforeAll(async () => {
  world = await createLiveWorld(inject('siteUrl'), inject('environment'));
  await newVotedItem(world);
});

/** The method and the path as the description writes them, for finding the call in the contract. */
const shapeOf = (method: string, path: string): string =>
  `${method} ${path
    .split('?', 1)[0]
    ?.replaceAll(/(?:evt|med)_\w{26}/g, '{}')
    .replaceAll(/\{\w+\}/g, '{}')}`;

const has = (one: unknown, name: string): boolean => typeof one === 'object' && one !== null && name in one;

/** The fields that a reply lacks; those of a list's items if any item lacks them, or if there is none. */
function missing(json: unknown, fields: readonly string[]): string[] {
  return fields.filter((field) => {
    if (!field.startsWith('[')) return !has(json, field);
    return !Array.isArray(json) || json.length === 0 || !json.every((item) => has(item, field.slice(1, -1)));
  });
}

describe('the calls of the description', () => {
  it.each(specificationCalls)('%s: %i with %s', async (call, status, fields, make) => {
    const [client, path, payload] = await make(world);
    const [method = '', named = ''] = call.split(/[ ,]/);
    expect(shapeOf(method, path)).toBe(shapeOf(method, named));
    expect(endpoints.map((one) => shapeOf(one.method, one.path))).toContain(shapeOf(method, path));
    const answer = await client.sendJson(method, path, payload);
    expect([answer.status, missing(answer.json, fields.split(' ').filter(Boolean))]).toEqual([status, []]);
  });
});

describe('what the description says of replies', () => {
  it('prices come back with two decimals, dates as they were sent, and voteCount with every item', async () => {
    const { json } = await world.host.post('/api/events', {
      name: 'P',
      date: '2026-02-28',
      isPaid: true,
      price: 12.5,
    });
    expect(json).toMatchObject({ price: '12.50', date: '2026-02-28', currency: 'usd', privacy: 'private' });
    const id = await newVotedItem(world);
    const list = (await world.host.get(`/api/events/${world.eventId}/media?sortBy=votes`)).json;
    expect(list.find((item) => item.id === id)).toMatchObject({ voteCount: 1, hasVoted: false });
  });

  it('joining twice is answered in the words that the client looks for', async () => {
    expect(await world.user.post(`/api/events/${world.eventId}/join`)).toMatchObject({
      status: 409,
      json: { message: 'User has already joined this event' },
    });
  });

  it('an error while deleting an item has a message', async () => {
    const answer = await world.user.delete(`/api/events/${world.eventId}/media/${await newItem(world)}`);
    expect([answer.status, typeof answer.json.message]).toEqual([403, 'string']);
  });

  it('a file is sent by PUT to the URL of the upload parameters', async () => {
    const { json } = await world.user.post('/api/objects/upload');
    const sent = await fetch(json.url, { method: 'PUT', body: new Uint8Array(specificationFile.bytes) });
    expect(sent.status).toBe(200);
    expect(
      (await world.user.post(`/api/events/${world.eventId}/media`, metadata(world, json.objectPath))).status,
    ).toBe(201);
  });
});
