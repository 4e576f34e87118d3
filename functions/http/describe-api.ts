import { describeApi } from '../../shared/contract/api-description.ts';
import { endpoints } from '../manifest/calls.ts';
import { http } from './kit/http.ts';
import { openApi } from './kit/openapi.ts';

const description = openApi(endpoints);

export const handler = http(describeApi, async () => ({ status: 200, body: description }));
