/** Why an event is not shown, by HTTP status. In a file of their own, because few pages need them. */
export const eventErrors = {
  401: { title: 'Private Event', text: 'This is a private event. Please log in to view it.' },
  403: {
    title: 'Access Denied',
    text: "You don't have access to this event. Contact the event organizer for access.",
  },
  404: { title: 'Event Not Found', text: "The event you're looking for doesn't exist." },
} as const;
