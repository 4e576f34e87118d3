import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { MediaView } from '../../shared/contract/entities.ts';
import { LightboxActions } from '../../web/src/features/lightbox/lightbox-actions.tsx';
import { expectNoViolations } from './axe.ts';
import { expectNoToast, expectToast } from './expect-toast.ts';
import { sampleMedia } from './sample-views.ts';
import { problem, withoutShareSheet, withShareSheet } from './share-sheet.ts';
import { show } from './show.tsx';

// Onto the phone, by the share sheet.

let sheet: ReturnType<typeof withShareSheet>;
const fetched = vi.fn<(href: string, init: RequestInit) => Promise<Response>>();
const downloads: string[] = [];

beforeEach(() => {
  sheet = withShareSheet();
  fetched.mockReset().mockImplementation(() => Promise.resolve(photo()));
  downloads.length = 0;
  vi.spyOn(globalThis, 'fetch').mockImplementation(fetched as typeof fetch);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloads.push(this.getAttribute('href') ?? '');
  });
});

afterEach(() => vi.restoreAllMocks());

const NAME = '2026-06-30 15.00.00.jpg';
const HEADERS = {
  'content-type': 'image/jpeg',
  'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(NAME)}`,
};

const photo = () => new Response('a photo', { headers: { ...HEADERS, 'content-length': '7' } });

/** A file that comes when the test says so. */
function slowPhoto() {
  let stream: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (stream = controller) });
  return {
    answer: new Response(body, { headers: { ...HEADERS, 'content-length': '10' } }),
    send: (text: string) => stream.enqueue(new TextEncoder().encode(text)),
    end: () => stream.close(),
  };
}

const actions = (item: MediaView = sampleMedia()) => (
  <div style={{ position: 'relative', marginTop: 200, display: 'flex', background: '#000', color: '#fff' }}>
    <LightboxActions
      item={item}
      vote={null}
      voteHint={undefined}
      downloadHref={`/download/${item.id}`}
      eventName="Summer party"
    />
  </div>
);

const button = (name: string) => page.getByRole('button', { name });

describe('saving', () => {
  it('hands the file to the share sheet, and nothing else', async () => {
    await show(actions());
    await button('Save').click();
    await vi.waitFor(() => expect(sheet.share).toHaveBeenCalledOnce());
    const [data] = sheet.share.mock.calls[0] ?? [];
    expect(Object.keys(data ?? {})).toEqual(['files']);
    const [file] = data?.files ?? [];
    expect([file?.name, file?.type, await file?.text()]).toEqual([NAME, 'image/jpeg', 'a photo']);
    expect(fetched.mock.calls.map(([href]) => href)).toEqual(['/download/med_1']);
    await expectNoToast();
    expect(downloads).toEqual([]);
  });

  it('says how far the file is, and can be cancelled', async () => {
    const slow = slowPhoto();
    fetched.mockResolvedValue(slow.answer);
    await show(actions());
    await button('Save').click();
    await expect.element(page.getByText('Getting the file…')).toBeVisible();
    slow.send('half.');
    const bar = page.getByRole('progressbar', { name: 'Getting the file' });
    await expect.element(bar).toHaveAttribute('value', '0.5');
    await expectNoViolations();
    await button('Cancel').click();
    await expect.element(bar).not.toBeInTheDocument();
    expect(fetched.mock.lastCall?.[1].signal?.aborted).toBe(true);
    expect(sheet.share).not.toHaveBeenCalled();
  });

  it('asks for another press where the last one was too long ago', async () => {
    sheet.share.mockImplementationOnce(() => problem('NotAllowedError'));
    await show(actions());
    await button('Save').click();
    await expect.element(button('Ready – tap to save')).toBeVisible();
    await expectNoViolations();
    await button('Ready – tap to save').click();
    await vi.waitFor(() => expect(sheet.share).toHaveBeenCalledTimes(2));
    await expect.element(button('Ready – tap to save')).not.toBeInTheDocument();
    expect(fetched).toHaveBeenCalledOnce();
    expect(downloads).toEqual([]);
  });

  it('is done when the sheet is closed without a choice', async () => {
    sheet.share.mockImplementation(() => problem('AbortError'));
    await show(actions());
    await button('Save').click();
    await vi.waitFor(() => expect(sheet.share).toHaveBeenCalledOnce());
    await expect.element(button('Save')).toHaveAttribute('aria-disabled', 'false');
    await expectNoToast();
    expect(downloads).toEqual([]);
  });

  it.each([
    ['the sheet refuses', () => sheet.share.mockImplementation(() => problem('NotAllowedError')), 2],
    ['the sheet fails', () => sheet.share.mockImplementation(() => problem('DataError')), 1],
    [
      'the browser does not share this file',
      () => sheet.canShare.mockReturnValueOnce(true).mockReturnValue(false),
      1,
    ],
    [
      'the file is too large after all',
      () =>
        fetched.mockResolvedValue(
          new Response('x', { headers: { 'content-length': String(99 * 1024 ** 2) } }),
        ),
      1,
    ],
  ])('downloads the file where %s', async (_, arrange, presses) => {
    arrange();
    await show(actions());
    await button('Save').click();
    if (presses === 2) await button('Ready – tap to save').click();
    await expect.poll(() => downloads).toEqual(['/download/med_1']);
  });

  it('says that the file did not come', async () => {
    fetched.mockRejectedValue(new TypeError('No network'));
    await show(actions());
    await button('Save').click();
    await expectToast('Save Failed', 'The file did not come. Please try again.');
    await expect.element(button('Save')).toHaveAttribute('aria-disabled', 'false');
  });

  it('gives up a file whose photo is left, or whose large view is closed', async () => {
    fetched.mockResolvedValueOnce(slowPhoto().answer).mockResolvedValueOnce(slowPhoto().answer);
    const { update, unmount } = await show(actions());
    await button('Save').click();
    await expect.element(page.getByText('Getting the file…')).toBeVisible();
    const isAborted = () => fetched.mock.lastCall?.[1].signal?.aborted;
    await update(actions(sampleMedia({ id: 'med_2' })));
    await expect.element(page.getByText('Getting the file…')).not.toBeInTheDocument();
    expect(isAborted()).toBe(true);
    await button('Save').click();
    await expect.element(page.getByText('Getting the file…')).toBeVisible();
    expect(isAborted()).toBe(false);
    await unmount();
    expect(isAborted()).toBe(true);
  });

  it.each<[string, Partial<MediaView>, () => unknown]>([
    ['without a share sheet', {}, withoutShareSheet],
    ['of a type that is not shared', {}, () => sheet.canShare.mockReturnValue(false)],
    ['of more than fits into memory', { fileSize: 70_000_000 }, () => undefined],
    ['that is being prepared', { state: 'processing' }, () => undefined],
  ])('is not offered %s, where there is the download', async (_, changes, arrange) => {
    arrange();
    await show(actions(sampleMedia(changes)));
    await expect.element(page.getByRole('link', { name: 'Download' })).toBeVisible();
    await expect.element(button('Save')).not.toBeInTheDocument();
  });
});
