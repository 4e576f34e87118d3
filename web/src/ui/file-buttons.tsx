import DownloadIcon from 'lucide-react/icons/download';
import TrashIcon from 'lucide-react/icons/trash-2';
import { IconButton } from './button.tsx';
import { IconAnchor } from './icon-anchor.tsx';

type FileButtonsProps = {
  downloadHref: string;
  /** For who may. */
  onDelete: (() => void) | undefined;
};

/** What can be done with a photo's or video's file, on the picture itself. */
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
