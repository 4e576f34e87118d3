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
    [
      'in the share dialog',
      <ShareDialog
        key="dialog"
        event={sampleEvent()}
        changePrivacy={() => Promise.resolve()}
        onClose={() => undefined}
      />,
    ],
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
    await expectNoViolations();
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
