import { getUser } from '../../shared/contract/sign-in.ts';
import { http } from './kit/http.ts';

export const handler = http(getUser, async ({ user }) => ({ status: 200, body: user }));
