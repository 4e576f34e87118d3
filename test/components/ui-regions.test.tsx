import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { RegionBoundary } from '../../web/src/ui/region-boundary.tsx';
import { expectNoViolations } from './axe.ts';
import { show } from './show.tsx';

const button = (name: string) => page.getByRole('button', { name, exact: true });

function Photos({ isBroken }: { isBroken: () => boolean }) {
  if (isBroken()) throw new Error('This photo has no size.');
  return <p>Three photos</p>;
}

it('a region that crashes says so in its place, and can be tried again', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  const crashed = vi.fn<() => void>();
  let isBroken = true;
  await show(
    <>
      <p>The host’s tools</p>
      <RegionBoundary region="gallery" onCrash={crashed}>
        <Photos isBroken={() => isBroken} />
      </RegionBoundary>
    </>,
  );
  await expect
    .element(page.getByRole('alert').filter({ hasText: /./ }))
    .toMatchTextContent('This part could not be shown');
  await expect.element(page.getByText('The host’s tools')).toBeVisible();
  await expect.element(button('Load the page again')).toBeVisible();
  expect(crashed).toHaveBeenCalledOnce();
  await expectNoViolations();
  await button('Try again').click();
  await expect.element(page.getByText('Three photos')).not.toBeInTheDocument();
  isBroken = false;
  await button('Try again').click();
  await expect.element(page.getByText('Three photos')).toBeVisible();
});

it('a region is drawn anew when what it shows has changed', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  const shown = (order: string) => (
    <RegionBoundary region="gallery" resetKeys={[order]} fallback={<p>Nothing</p>}>
      <Photos isBroken={() => order === 'votes'} />
    </RegionBoundary>
  );
  const { update } = await show(shown('votes'));
  await expect.element(page.getByText('Nothing')).toBeVisible();
  await update(shown('uploadedAt'));
  await expect.element(page.getByText('Three photos')).toBeVisible();
});
