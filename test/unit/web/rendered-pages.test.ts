import { expect, it } from 'vitest';
import { filesOf } from '../../../web/rendered-pages-plugin.ts';

it('a module that the build has in no file is named, and so is what wants it', () => {
  const wanted = {
    path: 'src/routes/event/lightbox.tsx',
    wantedBy: 'src/routes/event/preload-next-steps.ts',
  };
  expect(() => filesOf(wanted, {})).toThrow(
    'The build has no chunk of src/routes/event/lightbox.tsx, which src/routes/event/preload-next-steps.ts names.',
  );
});
