import DownloadIcon from 'lucide-react/icons/download';
import TrashIcon from 'lucide-react/icons/trash-2';
import { IconButton } from './button.tsx';
import { IconAnchor } from './icon-anchor.tsx';

type FileButtonsProps = {
  downloadHref: string;
  /** Undefined if the viewer may not delete the item. */
  onDelete: (() => void) | undefined;
};

/** Download and delete buttons on a picture. */
export function FileButtons({ downloadHref, onDelete }: FileButtonsProps) {
  return (
    <>
      <IconAnchor label="Download" tone="onPicture" href={downloadHref} download>
        <DownloadIcon />
      </IconAnchor>
      {onDelete && (
        <IconButton label="Delete" tone="onPicture" onClick={onDelete}>
          <TrashIcon />
        </IconButton>
      )}
    </>
  );
}
