import { expect, it } from 'vitest';
import type { PersonKey } from '../../../functions/domain/caller.ts';
import { keys } from '../../../functions/table/keys.ts';
import { type RoleName, roles } from '../../fixtures/event-with-all-roles.ts';
import { useFaultyWorld } from '../../fixtures/faulty-world.ts';
import * as rows from '../../fixtures/sample-rows.ts';
import { type AccessAnswers, kindsOfEvent } from '../../samples/access-answers.ts';
import type { AccessCase, CallSample } from '../../samples/sample.ts';
import { samples } from '../../samples/samples.ts';
import { accessEventOf, type AccessEvent, people, personKey, worldOfRole } from './access-events.ts';
import {
  gatewayRequest,
  type Handler,
  handlerOf,
  type SampleCall,
  sampleCalls,
  sendAmong,
} from './sample-calls.ts';

// Every call as every role in every kind of event. `test/api/access.test.ts` shows with a part of them that the running
// system is as these rows are.

useFaultyWorld();

const cases = sampleCalls.flatMap((one) =>
  (one.sample.access ?? []).map(
    (access) => [[one.row.id, ...(access.name ? [access.name] : [])].join(', '), one, access] as const,
  ),
);

const uploadRows = (person: PersonKey | undefined, { eventId }: AccessEvent) => {
  if (!person) return [];
  const upload = { ...rows.upload(person), eventId };
  return [{ ...keys.upload(upload.id), ...upload }];
};

/** A call with its handler, which is looked up once for all that is sent to it. */
type Called = SampleCall & { readonly handler: Handler };

async function answerTo(
  { sample, handler }: Called,
  { request = sample.request, comparedValue }: AccessCase,
  { testEvent, role }: { testEvent: AccessEvent; role: RoleName },
): Promise<string> {
  const { user, guest } = people[role];
  const sent = gatewayRequest(
    sample.endpoint,
    { ...(user && { cookies: user.cookies }), identity: guest },
    await request?.(worldOfRole(testEvent, role)),
  );
  const table = [...testEvent.rows, ...uploadRows(personKey(role), testEvent)];
  const { result } = await sendAmong(table, handler, sent);
  return comparedValue && result.statusCode === 200
    ? comparedValue(JSON.parse(result.body ?? ''))
    : String(result.statusCode);
}

/** A line for each answer that differs from the sample's. */
async function wrongAnswers(one: Called, access: AccessCase, expected: AccessAnswers[number]) {
  const testEvent = accessEventOf(expected);
  const { refusal } = one.sample.withMockedAws ?? {};
  const wrong: string[] = [];
  for (const role of roles) {
    const stated = expected.answers[role];
    const wanted = refusal !== undefined && stated === '200' ? String(refusal) : stated;
    const answered = await answerTo(one, access, { testEvent, role });
    if (answered !== wanted)
      wrong.push(`${expected.privacy} ${expected.money}, ${role}: ${answered} and not ${wanted}`);
  }
  return wrong;
}

it.each(cases)('%s', async (_name, one, access) => {
  const called = { ...one, handler: await handlerOf(one) };
  const wrong: string[] = [];
  for (const expected of access.answers) wrong.push(...(await wrongAnswers(called, access, expected)));
  expect(wrong).toEqual([]);
});

const kindOf = ({ privacy, money }: AccessAnswers[number]): string => `${privacy} ${money}`;

const isAboutEvent = ({ endpoint }: CallSample) => /\{(?:eventId|mediaId)\}/.test(endpoint.path);

/** Whom it lets in would lose the session that the other cases need: `test/api/sessions.test.ts` has it. */
const ENDS_SESSIONS = ['delete-sessions'];

it('every call with an audience is sent as every role, and one about an event to every kind of event', () => {
  const missing = samples.filter((sample) => {
    const asked = (sample.access ?? []).map(({ answers }) => new Set(answers.map(kindOf)).size);
    if (isAboutEvent(sample)) return !asked.includes(kindsOfEvent.length);
    return sample.endpoint.audience !== 'none' && asked.length === 0;
  });
  expect(missing.map(({ endpoint }) => endpoint.id)).toEqual(ENDS_SESSIONS);
});
