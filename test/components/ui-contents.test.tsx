import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Badge } from '../../web/src/ui/badge.tsx';
import { EmptyState } from '../../web/src/ui/empty-state.tsx';
import { LoadError } from '../../web/src/ui/load-error.tsx';
import { Picture } from '../../web/src/ui/picture.tsx';
import { ProgressBar } from '../../web/src/ui/progress-bar.tsx';
import { QrCode } from '../../web/src/ui/qr-code.tsx';
import { Tabs } from '../../web/src/ui/tabs.tsx';
import { expectNoViolations } from './axe.ts';
import { BROKEN_PICTURE, PICTURE, sampleMedia } from './sample-views.ts';
import { show } from './show.tsx';

const orders = [
  { value: 'new', label: 'Recent' },
  { value: 'votes', label: 'Top Voted' },
  { value: 'time', label: 'Timeline' },
] as const;

it('tabs are chosen by arrow keys, Home and End, and Tab goes on to the panel', async () => {
  const change = vi.fn<(value: string) => void>();
  const tabs = (value: 'new' | 'votes' | 'time') => (
    <Tabs label="Order" tabs={orders} value={value} onChange={change}>
      <button type="button">First photo</button>
    </Tabs>
  );
  const { update } = await show(tabs('new'));
  const tab = (name: string) => page.getByRole('tab', { name });
  await expect.element(tab('Recent')).toHaveAttribute('aria-selected', 'true');
  await expect.element(page.getByRole('tabpanel', { name: 'Recent' })).toBeVisible();
  await expectNoViolations();
  await userEvent.tab();
  for (const [key, value, name] of [
    ['ArrowLeft', 'time', 'Timeline'],
    ['ArrowRight', 'votes', 'Top Voted'],
    ['End', 'time', 'Timeline'],
    ['Home', 'new', 'Recent'],
  ] as const) {
    await userEvent.keyboard(`{${key}}`);
    expect(change).toHaveBeenLastCalledWith(value);
    await expect.element(tab(name)).toHaveFocus();
  }
  await tab('Top Voted').click();
  expect(change).toHaveBeenLastCalledWith('votes');
  await update(tabs('votes'));
  await expect.element(page.getByRole('tabpanel', { name: 'Top Voted' })).toBeVisible();
  await userEvent.tab();
  await expect.element(page.getByRole('button', { name: 'First photo' })).toHaveFocus();
});

it('an empty state is as much as it is given', async () => {
  const { update } = await show(<EmptyState title="No photos yet" />);
  await expect.element(page.getByRole('heading', { level: 2, name: 'No photos yet' })).toBeVisible();
  await update(
    <EmptyState
      level={1}
      title="Not Found"
      text="It is gone."
      drawing={<svg aria-hidden="true" />}
      action={<a href="/">Go Home</a>}
    />,
  );
  await expect.element(page.getByRole('heading', { level: 1, name: 'Not Found' })).toBeVisible();
  await expect.element(page.getByText('It is gone.')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Go Home' })).toBeVisible();
  await expectNoViolations();
});

it('a load error is announced and tries again, and leaves the focus on the page when it goes', async () => {
  const retry = vi.fn<() => void>();
  const part = (isTrying: boolean) => (
    <>
      <h1 tabIndex={-1}>Gallery</h1>
      <LoadError what="photos" isTrying={isTrying} onRetry={retry} />
    </>
  );
  const { update } = await show(part(false));
  await expect
    .element(page.getByRole('alert').getByRole('heading', { name: 'The photos did not come' }))
    .toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  expect(retry).toHaveBeenCalledOnce();
  await update(part(true));
  await expect.element(page.getByRole('button', { name: 'Try again' })).toHaveAttribute('aria-busy', 'true');
  await update(<h1 tabIndex={-1}>Gallery</h1>);
  await expect.element(page.getByRole('heading', { name: 'Gallery' })).toHaveFocus();
});

it('a progress bar tells its share, or that it knows none', async () => {
  const { update } = await show(<ProgressBar label="Upload" share={0.25} />);
  const bar = page.getByRole('progressbar', { name: 'Upload' });
  await expect.element(bar).toHaveAttribute('value', '0.25');
  await update(<ProgressBar label="Upload" share={undefined} />);
  await expect.element(bar).not.toHaveAttribute('value');
  await expectNoViolations();
});

it('a picture that is signed anew stays as it is, until it has to be loaded again', async () => {
  const file = (name: string, signature: string) => `${PICTURE}#${name}?Signature=${signature}`;
  const loaded = vi.fn<() => void>();
  const picture = (url: string, onBroken = () => undefined as void) => (
    <Picture
      media={sampleMedia({ renditions: { small: { url, width: 40, height: 30 } } })}
      alt="Photo"
      width={40}
      onLoad={loaded}
      onBroken={onBroken}
    />
  );
  const { update } = await show(picture(file('a', '1')));
  await vi.waitFor(() => expect(loaded).toHaveBeenCalled());
  const image = page.getByAltText('Photo');
  const before = image.element().outerHTML;
  await update(picture(file('a', '2')));
  expect(image.element().outerHTML).toBe(before);
  image.element().dispatchEvent(new Event('error'));
  await expect.element(image).toHaveAttribute('src', file('a', '2'));
  await update(picture(file('a', '3')));
  await expect.element(image).toHaveAttribute('src', file('a', '3'));
  await update(picture(file('b', '4')));
  await expect.element(image).toHaveAttribute('src', file('b', '4'));
});

it.each(['plain', 'warn', 'onPicture'] as const)('a %s badge can be read', async (tone) => {
  await show(<Badge tone={tone}>Pending</Badge>);
  await expect.element(page.getByText('Pending')).toBeVisible();
  await expectNoViolations();
});

it('a QR code takes its place at once, and is drawn anew for another link', async () => {
  const { update } = await show(<QrCode text="https://one.example" sizePx={200} />);
  const image = page.getByRole('img', { name: 'QR code of the event link' });
  await expect.element(image).toHaveAttribute('width', '200');
  await expect.element(image).toHaveAttribute('src', expect.stringMatching(/^data:image\//));
  const first = image.element().getAttribute('src');
  await update(<QrCode text="https://two.example" sizePx={200} />);
  await expect.element(image).not.toHaveAttribute('src', first);
});

it('a picture says when it has loaded, and when it cannot', async () => {
  const [load, broken] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const picture = (url: string) => (
    <Picture
      media={sampleMedia({
        blur: '3OcRJYB4d3h/iIeHeEh3eIhw+j3A',
        renditions: { tile: { url, width: 40, height: 30 } },
      })}
      alt="A cake"
      width={200}
      onLoad={load}
      onBroken={broken}
    />
  );
  const { update } = await show(picture(PICTURE));
  await vi.waitFor(() => expect(load).toHaveBeenCalled());
  await expect.element(page.getByRole('img', { name: 'A cake' })).toBeVisible();
  expect(broken).not.toHaveBeenCalled();
  await update(picture(BROKEN_PICTURE));
  await vi.waitFor(() => expect(broken).toHaveBeenCalled());
});

it('a picture offers the browser every rendition there is', async () => {
  const rendition = (width: number) => ({ url: `${PICTURE}#${width}`, width, height: width });
  await show(
    <Picture
      media={sampleMedia({ renditions: { small: rendition(320), screen: rendition(1600) } })}
      alt=""
      width={200.4}
      fit="contain"
      isFirst
    />,
  );
  const image = document.querySelector('main img');
  expect(image?.getAttribute('srcset')).toBe(`${PICTURE}#320 320w, ${PICTURE}#1600 1600w`);
  expect(image?.getAttribute('sizes')).toBe('200px');
});
