import ClockIcon from 'lucide-react/icons/clock';
import LockIcon from 'lucide-react/icons/lock';
import QrIcon from 'lucide-react/icons/qr-code';
import ShieldIcon from 'lucide-react/icons/shield-check';
import SparklesIcon from 'lucide-react/icons/sparkles';
import UsersIcon from 'lucide-react/icons/users';
import styles from './features.module.css';
import { Section } from './section.tsx';

const features = [
  {
    Icon: QrIcon,
    title: 'QR Access',
    text: 'Guests point their camera at the code on the table and are in. There is nothing to install.',
  },
  {
    Icon: ShieldIcon,
    title: 'Moderation',
    text: 'Look through new photos before they appear, one by one or all at once.',
  },
  {
    Icon: LockIcon,
    title: 'Privacy',
    text: 'Keep the gallery to people with the link, or open it to everyone. Change it any time.',
  },
  {
    Icon: ClockIcon,
    title: 'Timeline',
    text: 'The top 100 photos in the order they were shared, one moment after the other.',
  },
  {
    Icon: SparklesIcon,
    title: 'AI Highlights',
    text: 'The best moments picked from hundreds of shots, without ten takes of the same toast.',
  },
  {
    Icon: UsersIcon,
    title: 'Group Sharing',
    text: 'Split the cost of a plan among friends. Everybody adds, everybody keeps.',
  },
];

/** The product's features. */
export function Features() {
  return (
    <Section id="features" title="Everything the day needs, nothing to explain to your guests">
      <ul className={styles.grid}>
        {features.map(({ Icon, title, text }) => (
          <li key={title}>
            <Icon />
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
