import { expect, it } from 'vitest';
import { coHostLinkHash } from '../../../functions/people/co-host-link-hash.ts';

it('a link of an earlier owner is not one of the present owner, and the code stays unknown', () => {
  const code = 'a-code-of-a-link';
  const hash = coHostLinkHash({ createdBy: 'ada' }, code);
  expect(coHostLinkHash({ createdBy: 'ada' }, code)).toBe(hash);
  expect(coHostLinkHash({ createdBy: 'bea' }, code)).not.toBe(hash);
  expect(coHostLinkHash({ createdBy: 'ada' }, 'another-code')).not.toBe(hash);
  expect(hash).not.toContain(code);
});
