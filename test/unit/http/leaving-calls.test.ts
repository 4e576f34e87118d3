import { expect, it, vi } from 'vitest';
import { handler as deleteGuest } from '../../../functions/http/delete-guest.ts';
import { handler as deleteUser } from '../../../functions/http/delete-user.ts';
import { apiGatewayEvent, lambdaContext } from '../../fixtures/api-gateway-event.ts';
import { withAws } from '../../fixtures/faulty-run.ts';
import { useFaultyWorld } from '../../fixtures/faulty-world.ts';
import { guest, sampleRows, user } from '../../fixtures/sample-rows.ts';

// The logger reads it when it is made, which imports do.
vi.hoisted(() => {
  process.env['POWERTOOLS_LOG_LEVEL'] = 'SILENT';
});

useFaultyWorld();

const asGuest = { path: `/api/guests/${guest.guestId}`, params: { guestId: guest.guestId } };
const leavings = [
  ['a guest', deleteGuest, { ...asGuest, query: { token: guest.token } }],
  ['an account', deleteUser, { path: '/api/auth/user', cookies: user.cookies }],
] as const;

it.each(
  leavings.flatMap(([who, handler, request]) =>
    ([['keep', false] as const, ['delete', true] as const] as const).map(
      ([media, isErased]) => [who, media, handler, request, isErased] as const,
    ),
  ),
)('%s leaves, with media=%s', async (_who, media, handler, request, isErased) => {
  const query = { ...('query' in request && request.query), media };
  const event = apiGatewayEvent({ ...request, method: 'DELETE', query });
  const { result, inputs } = await withAws({ rows: sampleRows() }, undefined, () =>
    handler(event, lambdaContext),
  );
  expect(result.statusCode).toBe(204);
  // The table's stream tells it to the job.
  expect(JSON.stringify(inputs)).toContain(`":media":${isErased}`);
});
