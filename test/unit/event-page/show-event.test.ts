import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { BatchGetCommand, DynamoDBDocumentClient, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { handler } from '../../../functions/http/show-event.ts';
import { log } from '../../../functions/aws/log.ts';
import { apiGatewayEvent } from '../../fixtures/api-gateway-event.ts';
import { eventRecord, idOf, mediaRecord } from '../../fixtures/records.ts';
import { eventRow, mediaRow, tallyRow } from '../../fixtures/table-rows.ts';
import { newMediaKey } from '../../fixtures/media-key.ts';

const SHELL = `<html><head><title>Gatherlens</title><meta name="description" content="" />
<template id="styles" data-release="r1"><style>h1{color:red}</style></template></head><body><div id="root"></div></body></html>`;

const dynamo = mockClient(DynamoDBDocumentClient);
const event = eventRecord({ name: 'Summer' });

const website = createServer((_request, response) => {
  response.setHeader('etag', '"1"');
  response.setHeader('content-security-policy', "default-src 'none'; style-src 'self'; font-src 'self'");
  response.end(SHELL);
});

beforeAll(async () => {
  log.setLogLevel('SILENT');
  website.listen(0, 'localhost');
  await once(website, 'listening');
  const { privateKey: Value, ids } = newMediaKey();
  process.env['MEDIA_KEY_IDS'] = ids;
  mockClient(SSMClient).on(GetParameterCommand).resolves({ Parameter: { Value } });
  process.env['SITE_URL'] = `http://localhost:${(website.address() as AddressInfo).port}`;
});

afterAll(() => website.close());

beforeEach(() => {
  dynamo.reset();
});

const show = (path: string, headers = {}, query?: Record<string, string>) =>
  handler(apiGatewayEvent({ path: '/index.html', query, headers: { 'x-page-path': path, ...headers } }));

// The first, because a page that was read once is kept.
it('fails alone where the website does not answer before the table does, and takes no other call with it', async () => {
  const table = Promise.withResolvers<object>();
  dynamo.on(BatchGetCommand).callsFake(() => table.promise);
  dynamo.on(QueryCommand).callsFake(() => table.promise);
  const fetched = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('The website is gone.'));
  const unhandled = vi.fn<(reason: unknown) => void>();
  process.on('unhandledRejection', unhandled);
  onTestFinished(() => {
    process.off('unhandledRejection', unhandled);
    fetched.mockRestore();
  });
  const reply = show(`/event/${event.id}`).catch(String);
  // Rejections that nobody handles are told by then, and would end the process.
  await new Promise(setImmediate);
  expect(fetched).toHaveBeenCalledOnce();
  table.resolve({ Responses: { table: [eventRow(event)] }, Items: [] });
  expect(await reply).toContain('The website is gone.');
  expect(unhandled).not.toHaveBeenCalled();
});

it('costs what the calls cost that it saves, and two requests for all of the event', async () => {
  dynamo.on(BatchGetCommand).resolves({ Responses: { table: [eventRow(event)] } });
  dynamo.on(QueryCommand).resolves({ Items: [tallyRow(mediaRecord(1), { approved: 100 })] });
  dynamo.on(QueryCommand, { IndexName: 'gsi1' }).resolves({
    Items: Array.from({ length: 61 }, (_, at) => mediaRow(mediaRecord(100 - at))),
  });
  const reply = await show(`/event/${event.id}`);
  expect(reply.statusCode).toBe(200);
  expect(reply.body).toContain('<title>Summer · Gatherlens</title>');
  expect(reply.headers).not.toHaveProperty('x-robots-tag');
  expect(reply.headers?.['cache-control']).toBe('private, no-store');
  expect(dynamo.calls().map(({ args }) => args[0].constructor.name)).toEqual([
    'QueryCommand',
    'BatchGetCommand',
    'QueryCommand',
  ]);
  expect(dynamo.commandCalls(QueryCommand)[1]?.args[0].input.Limit).toBe(61);
});

it.each(['votes', 'capturedAt'])('has no photos of the first order in the order %s', async (sort) => {
  dynamo.on(BatchGetCommand).resolves({ Responses: { table: [eventRow(event)] } });
  dynamo.on(QueryCommand).resolves({ Items: [mediaRow(mediaRecord(1))] });
  const { statusCode, body = '' } = await show(`/event/${event.id}`, {}, { sort });
  expect([statusCode, body.includes('<div id="root"></div>'), body.includes(mediaRecord(1).id)]).toEqual([
    200,
    true,
    false,
  ]);
  expect(body).toContain('"name":"Summer"');
});

it('has its photos in an order that nobody knows', async () => {
  dynamo.on(BatchGetCommand).resolves({ Responses: { table: [eventRow(event)] } });
  dynamo.on(QueryCommand).resolves({ Items: [mediaRow(mediaRecord(1))] });
  const { body } = await show(`/event/${event.id}`, {}, { sort: 'shuffled' });
  expect(body).toContain(mediaRecord(1).id);
});

it('has its data and no first screen where the application that draws it cannot be loaded', async () => {
  dynamo.on(BatchGetCommand).resolves({ Responses: { table: [eventRow(event)] } });
  dynamo.on(QueryCommand).resolves({ Items: [mediaRow(mediaRecord(1))] });
  const errors = vi.spyOn(log, 'error');
  const { body = '', headers } = await show(`/event/${event.id}`);
  expect(errors.mock.calls.map(([message]) => message)).toEqual(['first screen not drawn']);
  errors.mockRestore();
  expect(body).toContain('<div id="root"></div><script type="application/json"');
  expect(body).toContain(mediaRecord(1).id);
  // Nothing is styled in the page, and the edge's own policy counts.
  expect(body).not.toContain('<style');
  expect(headers).not.toHaveProperty('content-security-policy');
});

it('is compressed for who takes it', async () => {
  dynamo.on(BatchGetCommand).resolves({ Responses: { table: [eventRow(event)] } });
  dynamo
    .on(QueryCommand)
    .resolves({ Items: Array.from({ length: 30 }, (_, at) => mediaRow(mediaRecord(at))) });
  const reply = await show(`/event/${event.id}`, { 'accept-encoding': 'br' });
  expect(reply.headers?.['content-encoding']).toBe('br');
});

/** Of which nothing was read before. */
const unread = { ...event, id: idOf('evt', 2) };

it.each([
  ['the table fails', () => dynamo.on(BatchGetCommand).rejects(new Error('The table is gone.'))],
  [
    'a row is none of ours',
    () => dynamo.on(BatchGetCommand).resolves({ Responses: { table: [{ ...eventRow(unread), name: 7 }] } }),
  ],
  [
    'the list fails',
    () => {
      dynamo.on(BatchGetCommand).resolves({ Responses: { table: [eventRow(unread)] } });
      dynamo.on(QueryCommand).rejects(new Error('The index is gone.'));
    },
  ],
])('is the plain page where %s, and nobody keeps or finds it', async (_what, breakIt) => {
  breakIt();
  const reply = await show(`/event/${unread.id}`);
  expect(reply).toMatchObject({ statusCode: 200, body: SHELL });
  expect(reply.headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' });
  expect(reply.cookies ?? []).toEqual([]);
});

it('is the plain page where the session cannot be read', async () => {
  dynamo.on(GetCommand).rejects(new Error('The table is gone.'));
  const reply = await handler(
    apiGatewayEvent({
      headers: { 'x-page-path': `/event/${event.id}` },
      cookies: [`__Host-session=${'x'.repeat(43)}`],
    }),
  );
  expect(reply).toMatchObject({ statusCode: 200, body: SHELL });
});

it('is not found where no event can be meant', async () => {
  expect(await show('/event/favicon.ico')).toMatchObject({ statusCode: 404, body: SHELL });
  expect(dynamo.calls()).toEqual([]);
});
