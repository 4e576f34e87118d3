import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { OfflineNotice } from '../../web/src/app/offline-notice.tsx';
import { PageBoundary } from '../../web/src/app/page-boundary.tsx';
import { lazyWithRetry } from '../../web/src/lib/lazy-with-retry.tsx';
import Landing from '../../web/src/routes/landing.tsx';
import { LoadError } from '../../web/src/ui/load-error.tsx';
import { expectNoViolations } from './axe.ts';
import { fakeApi, Refusal } from './fake-api.ts';
import { show } from './show.tsx';

// What stands around the pages, and in their place until they are there.

afterEach(() => vi.restoreAllMocks());

it('tells that the device is offline for as long as it is', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  await show(<OfflineNotice />);
  const notice = page.getByText('You are offline. What you see here stays.');
  await expect.element(notice).not.toBeInTheDocument();
  onLine.mockReturnValue(false);
  dispatchEvent(new Event('offline'));
  await expect.element(notice).toBeVisible();
  await expectNoViolations();
  onLine.mockReturnValue(true);
  dispatchEvent(new Event('online'));
  await expect.element(notice).not.toBeInTheDocument();
});

it('a page that crashes says so, and can be loaded again', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  const Broken = () => {
    throw new Error('This page has no title.');
  };
  const { update } = await show(
    <PageBoundary region="page">
      <h1>My Events</h1>
    </PageBoundary>,
  );
  await expect.element(page.getByRole('heading', { name: 'My Events' })).toBeVisible();
  await update(
    <PageBoundary region="page">
      <Broken />
    </PageBoundary>,
  );
  await expect.element(page.getByRole('heading', { name: 'This page did not load', level: 1 })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Load again' })).toBeVisible();
  await expectNoViolations();
});

type PartProps = { name: string };

const Part = ({ name }: PartProps) => <p>{name} is here</p>;

it('a part that does not load says so, and is there once it has been tried again', async () => {
  const loads = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const load = vi.fn<() => Promise<{ default: typeof Part }>>(async () => {
    await loads[load.mock.calls.length - 1]?.promise;
    return { default: Part };
  });
  const failed = vi.fn<(props: PartProps) => void>();
  const Lazy = lazyWithRetry(load, {
    onError: failed,
    loading: ({ name }) => <p>{name} is loading</p>,
    failed: ({ name }, retry) => <LoadError what={name} {...retry} />,
  });
  await show(<Lazy name="list" />);
  await expect.element(page.getByText('list is loading')).toBeVisible();
  loads[0]?.reject(new TypeError('offline'));
  const again = page.getByRole('button', { name: 'Try again' });
  await expect.element(again).toBeVisible();
  await expect.poll(() => failed.mock.calls).toEqual([[{ name: 'list' }]]);
  await again.click();
  await expect.element(page.getByRole('button')).toHaveAttribute('aria-disabled', 'true');
  loads[1]?.resolve();
  await expect.element(page.getByText('list is here')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(2);
});

it('a part with nothing to say of its failure is tried again at the next drawing', async () => {
  const load = vi.fn<() => Promise<{ default: typeof Part }>>(async () => ({ default: Part }));
  load.mockRejectedValueOnce(new TypeError('offline'));
  const Lazy = lazyWithRetry(load);
  const { update } = await show(<Lazy name="The pill" />);
  await expect.poll(() => load.mock.calls.length).toBe(1);
  await update(<Lazy name="The pill of new photos" />);
  await expect.element(page.getByText('The pill of new photos is here')).toBeVisible();
});

it('the landing page says that the sign-in failed to who comes back from it', async () => {
  fakeApi({ 'GET /api/auth/user': () => new Refusal(401) });
  const { unmount } = await show(<Landing />, { at: '/' });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.element(page.getByText('Signing in did not work.')).not.toBeInTheDocument();
  await unmount();
  await show(<Landing />, { at: '/?signin=failed' });
  await expect.element(page.getByText('Signing in did not work.')).toBeVisible();
});
