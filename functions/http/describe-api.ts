import { describeApi } from '../../shared/contract/description.ts';
import { endpoints } from '../manifest-routes.ts';
import { http } from '../platform/http.ts';
import { openApi } from '../platform/openapi.ts';

const description = openApi(endpoints);

export const handler = http(describeApi, async () => ({ status: 200, body: description }));
