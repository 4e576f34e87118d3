import { type FirstData, firstDataScript } from '../shared/contract/first-data.ts';

/** What pages for browsers without a session embed, which saves the lookup: that nobody is signed in. */
export const SIGNED_OUT: FirstData = { user: null };
export const SIGNED_OUT_SCRIPT = firstDataScript(JSON.stringify(SIGNED_OUT));
