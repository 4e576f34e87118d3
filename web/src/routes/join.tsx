import { useParams } from 'react-router-dom';
import { JoinByCode } from '../features/landing/join-by-code.tsx';
import { usePageTitle } from '../lib/use-page-title.ts';

/** Where the code of an event leads. */
export default function Join() {
  const { code = '' } = useParams();
  usePageTitle('Join Event');
  return <JoinByCode typed={code} />;
}
