import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { MediaView } from '../../shared/contract/entities.ts';
import { CreatedEvent } from '../../web/src/features/events/created-event.tsx';
import { LightboxActions } from '../../web/src/features/lightbox/lightbox-actions.tsx';
import ShareDialog from '../../web/src/features/share/share-dialog.tsx';
import { expectNoViolations } from './axe.ts';
import { expectNoToast, expectToast } from './expect-toast.ts';
import { EVENT_ID, sampleEvent, sampleMedia } from './sample-views.ts';
import { problem, withShareSheet } from './share-sheet.ts';
import { show } from './show.tsx';

// Links by the device's share sheet.

afterEach(() => vi.restoreAllMocks());

const button = (name: string) => page.getByRole('button', { name });
const eventLink = `${location.origin}/event/${EVENT_ID}`;

const shareDialog = () => (
  <ShareDialog
    key="dialog"
    event={sampleEvent()}
    changePrivacy={() => Promise.resolve()}
    onClose={() => undefined}
  />
);

/** The colour of a screen's main button, as browsers compute it. */
function accent(): string {
  const probe = document.createElement('i');
  probe.style.color = 'var(--accent)';
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

const actions = (item: MediaView = sampleMedia()) => (
  <div style={{ display: 'flex', background: '#000', color: '#fff' }}>
    <LightboxActions
      item={item}
      vote={null}
      voteHint={undefined}
      downloadHref="/file"
      eventName="Summer party"
    />
  </div>
);

describe('the event’s link', () => {
  it.each([
    ['in the share dialog', shareDialog()],
    ['of a created event', <CreatedEvent key="created" event={sampleEvent()} />],
  ])('%s goes to the share sheet, and is only to be copied without one', async (_, shown) => {
    const { unmount } = await show(shown);
    await expect.element(button('Copy Link')).toBeVisible();
    await expect.element(button('Share Link')).not.toBeInTheDocument();
    await unmount();
    const { share } = withShareSheet();
    await show(shown);
    await button('Share Link').click();
    expect(share.mock.calls).toEqual([[{ url: eventLink, title: 'Summer party' }]]);
    await expect.element(button('Copy Link')).toBeVisible();
    await expectNoViolations();
  });

  it('is what the share dialog’s main button shares, or copies without a sheet', async () => {
    const mainButtons = () =>
      [...document.querySelectorAll('dialog button')]
        .filter((one) => getComputedStyle(one).backgroundColor === accent())
        .map(({ textContent }) => textContent);
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue(undefined);
    const { unmount } = await show(shareDialog());
    await expect.poll(mainButtons).toEqual(['Copy Link']);
    // Without the mouse, under which the next main button would have another colour.
    (button('Copy Link').element() as HTMLElement).click();
    await expectToast('Link Copied!');
    expect(write).toHaveBeenCalledExactlyOnceWith(eventLink);
    await unmount();
    withShareSheet();
    await show(shareDialog());
    await expect.poll(mainButtons).toEqual(['Share Link']);
  });
});

describe('the QR code in the share dialog', () => {
  /** The files that were saved, in place of saving them. */
  const savedFiles = () => {
    const saved: { name: string; url: string }[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      saved.push({ name: this.download, url: this.href });
    });
    return saved;
  };
  const drawn = async (src: string) => {
    const picture = new Image();
    picture.src = src;
    await picture.decode();
    return [picture.naturalWidth, picture.naturalHeight];
  };

  it.each([
    ['PNG', 'summer-party-qr.png', /^data:image\/png;base64,/],
    ['SVG', 'summer-party-qr.svg', /^data:image\/svg\+xml,<svg.*#1F2937/s],
  ])('is saved as %s, as often as wanted', async (format, name, kind) => {
    const saved = savedFiles();
    await show(shareDialog());
    await button(`Download ${format}`).click();
    await button(`Download ${format}`).click();
    await expect.poll(() => saved.map((file) => file.name)).toEqual([name, name]);
    const url = saved[0]?.url ?? '';
    expect(decodeURIComponent(url)).toMatch(kind);
    expect(await drawn(url)).toEqual([1024, 1024]);
  });
});

describe('the link to one photo', () => {
  const link = `${eventLink}?media=med_1`;

  it('goes to the share sheet, which may be closed without a choice', async () => {
    const { share } = withShareSheet();
    share.mockImplementationOnce(() => problem('AbortError'));
    await show(actions());
    await button('Share Link').click();
    expect(share.mock.calls).toEqual([[{ url: link, title: 'Summer party' }]]);
    await expectNoToast();
  });

  it.each([
    ['there is no sheet', 'Copy Link', () => undefined],
    [
      'the sheet fails',
      'Share Link',
      () => withShareSheet().share.mockImplementation(() => problem('DataError')),
    ],
  ])('is copied where %s', async (_, name, arrange) => {
    arrange();
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue(undefined);
    await show(actions());
    await button(name).click();
    await expectToast('Link Copied!');
    expect(write).toHaveBeenCalledExactlyOnceWith(link);
  });

  it('is not offered of what others cannot see', async () => {
    await show(actions(sampleMedia({ status: 'pending' })));
    await expect.element(page.getByRole('link', { name: 'Download' })).toBeVisible();
    await expect.element(button('Copy Link')).not.toBeInTheDocument();
  });
});
