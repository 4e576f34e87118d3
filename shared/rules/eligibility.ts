import type { EventView } from '../contract/entities.ts';
import { eligibilityTexts, PAUSED } from '../eligibility-messages.ts';

/** Whether and how somebody may add media to an event. `message` is shown unchanged. */
export type Eligibility =
  | { readonly status: 'ready'; readonly message: string }
  | { readonly status: 'needs-payment'; readonly message: string; readonly checkoutUrl: string }
  | {
      readonly status: 'needs-join' | 'needs-auth' | 'needs-guest-info' | 'not-allowed' | 'paused';
      readonly message: string;
    };

/** Inputs of the decision. Absent `user` means signed out, absent `event` that there is none. */
export type EligibilityFacts = {
  readonly event: Pick<EventView, 'id' | 'privacy' | 'isPaid' | 'createdBy'> | undefined;
  readonly user: { readonly id: string } | undefined;
  readonly hasJoined: boolean;
  readonly hasPaid: boolean;
  /** Whether this browser holds a guest's credentials. */
  readonly hasGuestInfo: boolean;
  /** Whether the event's pause keeps them out, because they are not one of its people yet. */
  readonly isKeptOut: boolean;
};

/** Decides in this order: event, owner, payment, membership, privacy; and last whether its pause keeps them out. */
export function uploadEligibility(facts: EligibilityFacts): Eligibility {
  const eligibility = unpausedEligibility(facts);
  const { status } = eligibility;
  const isOnTheWay = status === 'ready' || status === 'needs-join' || status === 'needs-guest-info';
  return isOnTheWay && facts.isKeptOut ? { status: 'paused', message: PAUSED } : eligibility;
}

function unpausedEligibility(facts: EligibilityFacts): Eligibility {
  const { event, user } = facts;
  if (!event) return { status: 'not-allowed', message: eligibilityTexts.noEvent };
  if (user?.id === event.createdBy) return { status: 'ready', message: eligibilityTexts.owner };
  if (event.isPaid && !facts.hasPaid) {
    return {
      status: 'needs-payment',
      message: eligibilityTexts.needsPayment,
      checkoutUrl: `/event/${event.id}/checkout`,
    };
  }
  if (user) {
    return facts.hasJoined
      ? { status: 'ready', message: eligibilityTexts.joined }
      : { status: 'needs-join', message: eligibilityTexts.needsJoin };
  }
  return signedOutEligibility(event.privacy, facts.hasGuestInfo);
}

function signedOutEligibility(privacy: string, hasGuestInfo: boolean): Eligibility {
  if (privacy === 'private') return { status: 'needs-auth', message: eligibilityTexts.needsAuth };
  if (privacy !== 'public' && privacy !== 'unlisted') {
    return { status: 'not-allowed', message: eligibilityTexts.notAllowed };
  }
  return hasGuestInfo
    ? { status: 'ready', message: eligibilityTexts.guest }
    : { status: 'needs-guest-info', message: eligibilityTexts.needsGuestInfo };
}
