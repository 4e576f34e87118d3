import CheckIcon from 'lucide-react/icons/check';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { type Plan, plans } from './plans.ts';
import styles from './pricing.module.css';
import { Section } from './section.tsx';

/** The plans and what they include. */
export function Pricing() {
  return (
    <Section id="pricing" title="Pricing" lead="Start free. Pay when an event grows.">
      <ul className={styles.plans}>
        {plans.map((plan) => (
          <PlanCard key={plan.name} plan={plan} />
        ))}
      </ul>
      <p className={styles.sales}>
        Planning a conference or a season of events?
        <Button variant="quiet">Contact Sales</Button>
      </p>
    </Section>
  );
}

function PlanCard({ plan }: { plan: Plan }) {
  return (
    <li className={classNames(styles.plan, plan.label && styles.popular)}>
      <h3>
        {plan.name}
        {plan.label && <span className={styles.label}>{plan.label}</span>}
      </h3>
      <p className={styles.price}>
        <strong>{plan.price}</strong> {plan.per}
      </p>
      <p className={styles.terms}>{plan.terms}</p>
      <ul className={styles.points}>
        {plan.points.map((point) => (
          <li key={point}>
            <CheckIcon />
            {point}
          </li>
        ))}
      </ul>
      <Button wide>{plan.action}</Button>
    </li>
  );
}
