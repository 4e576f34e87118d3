import { useLocation, useNavigate } from 'react-router-dom';
import type { Viewer } from '../../features/events/use-viewer.ts';
import { withParameter } from '../../lib/with-parameter.ts';

/** The query parameter of the dialog with somebody's uploads. */
export const UPLOADS_PARAMETER = 'uploads';
const MINE = 'mine' as const;

/** Opens the dialog in a history entry of its own, so that Back closes it. */
export type UploadsLink = { readonly to: string; readonly state: { readonly fromGallery: true } };

/**
 * Whose uploads are shown, kept in the URL so that it can be linked to: the viewer's own, `mine`, or for the owner those of
 * the person with this id. Undefined if none are, or if they are not for this viewer.
 */
export function useUploadsRoute({ uploader, isOwner }: Pick<Viewer, 'uploader' | 'isOwner'>) {
  const { search, state } = useLocation() as { search: string; state: { fromGallery?: boolean } | null };
  const navigate = useNavigate();
  const asked = new URLSearchParams(search).get(UPLOADS_PARAMETER);
  const close = () => {
    if (state?.fromGallery) void navigate(-1);
    else void navigate(`?${withParameter(search, UPLOADS_PARAMETER, null)}`, { replace: true });
  };
  const linkToOwn: UploadsLink | undefined =
    uploader === undefined
      ? undefined
      : { to: `?${withParameter(search, UPLOADS_PARAMETER, MINE)}`, state: { fromGallery: true } };
  const maySee = uploader !== undefined && (asked === MINE || isOwner);
  return { of: maySee ? (asked ?? undefined) : undefined, close, linkToOwn };
}
