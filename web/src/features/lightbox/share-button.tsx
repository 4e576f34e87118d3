import ShareIcon from 'lucide-react/icons/share-2';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { IconButton } from '../../ui/button.tsx';
import { hasShareSheet, shareLink } from '../../ui/share-link.ts';
import { itemLink } from './item-link.ts';

type ShareButtonProps = { item: Pick<MediaView, 'id' | 'eventId'>; title: string };

/** Shares the link to an item by the device's share sheet, or copies it. */
export function ShareButton({ item, title }: ShareButtonProps) {
  return (
    <IconButton
      label={hasShareSheet() ? 'Share Link' : 'Copy Link'}
      tone="onPicture"
      onClick={() => void shareLink({ link: itemLink(item), title })}
    >
      <ShareIcon />
    </IconButton>
  );
}
