import { getUser } from '../../shared/contract/auth.ts';
import { http } from '../platform/http.ts';

export const handler = http(getUser, async ({ user }) => ({ status: 200, body: user }));
