import { describeApi } from '../../shared/contract/description.ts';
import { routes } from '../manifest-routes.ts';
import { http } from '../platform/http.ts';
import { openApi } from '../platform/openapi.ts';

const description = openApi(
  routes.flatMap(({ trigger }) => (trigger.kind === 'http' ? [trigger.endpoint] : [])),
);

export const handler = http(describeApi, async () => ({ status: 200, body: description }));
