import { Button } from './button.tsx';

type ShowMoreProps = {
  list: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
  className?: string;
};

/** A button that loads a list's next page, if there is one. */
export function ShowMore({ list, className }: ShowMoreProps) {
  if (!list.hasNextPage) return null;
  return (
    <Button className={className} pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
      Show more
    </Button>
  );
}
