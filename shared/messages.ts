/**
 * Every text of the message catalogue, once. Titles and texts are the product's own wording: screens,
 * calls and tests read them from here, so that none can drift.
 */

import { SUBSCRIBE_FAILED, UPLOAD_DIALOG_FAILED } from './offline-messages.ts';

/** Texts that the API answers with and screens repeat. */
export const messages = {
  eventNameRequired: 'Event name is required',
  priceRequired: 'Price is required and must be a valid number greater than 0 for paid events',
  guestNameRequired: 'Please enter your name to continue.',
  alreadyVoted: 'Already voted',
  alreadyJoined: 'User has already joined this event',
  alreadyParticipant: 'Already a participant',
  joined: 'Joined',
  notPaidEvent: 'This event is not a paid event.',
  checkoutFailed: 'Failed to create checkout session. Please try again.',
  tooFewHighlights: 'You need at least 3 approved photos to generate highlights.',
} as const;

/** One toast: `title: text` of the error catalogue. */
export type ToastText = { readonly title: string; readonly text?: string };

/** Every toast with a fixed text. */
export const toasts = {
  createEventFailed: { title: 'Error', text: 'Failed to create event. Please try again.' },
  alreadyVoted: { title: 'Already Voted', text: "You've already voted on this photo" },
  unvoteFailed: { title: 'Unvote Failed', text: 'Failed to remove your vote' },
  uploadInitFailed: { title: 'Upload Error', text: 'Failed to initialize upload. Please try again.' },
  uploadErrored: { title: 'Upload Failed', text: 'An error occurred during upload. Please try again.' },
  uploadDialogFailed: UPLOAD_DIALOG_FAILED,
  guestRegistrationFailed: { title: 'Error', text: 'Failed to register as guest. Please try again.' },
  guestNameRequired: { title: 'Name Required', text: messages.guestNameRequired },
  joinFailed: { title: 'Error', text: 'Failed to join event. Please try again.' },
  authenticationRequired: { title: 'Authentication Required', text: 'Please log in to join this event.' },
  saveMediaFailed: {
    title: 'Error Saving Media',
    text: 'Failed to save media to the gallery. Please try again.',
  },
  uploadAllFailed: { title: 'Upload Failed', text: 'Failed to upload files. Please try again.' },
  uploadSomeFailed: { title: 'Upload Failed', text: 'Some files failed to upload. Please try again.' },
  someUnreadable: {
    title: 'Some files could not be read',
    text: 'Please choose them once more, or open them first.',
  },
  addMoreLater: {
    title: 'Cannot add more files',
    text: 'The others are still on their way. Add these when they are through.',
  },
  filesPaused: {
    title: 'Uploads Paused',
    text: 'The host has paused new uploads. Your files are kept here: try again when the host has resumed.',
  },
  noFilesSelected: { title: 'No Files Selected', text: 'Please select files to upload.' },
  pushNotSupported: {
    title: 'Not Supported',
    text: 'Push notifications are not supported in this browser.',
  },
  pushPermissionDenied: {
    title: 'Permission Denied',
    text: 'Please enable notifications in your browser settings.',
  },
  serviceWorkerFailed: { title: 'Error', text: 'Failed to register service worker.' },
  pushSubscribeFailed: SUBSCRIBE_FAILED,
  pushSaveFailed: { title: 'Error', text: 'Failed to save subscription.' },
  pushDisableFailed: { title: 'Error', text: 'Failed to disable notifications.' },
  privacyUpdateFailed: { title: 'Update Failed', text: 'Failed to update privacy settings.' },
  copyFailed: { title: 'Copy Failed', text: 'Failed to copy link. Please try again.' },
  moderateFailed: { title: 'Error', text: 'Failed to moderate media. Please try again.' },
  moderateUnauthorized: {
    title: 'Unauthorized',
    text: "You don't have permission to moderate this content.",
  },
  eventCreated: { title: 'Event Created', text: 'Your event has been created successfully!' },
  paymentReceived: { title: 'Payment Received', text: 'Thank you. The gallery is open to you now.' },
  alreadyPaid: { title: 'Already Paid', text: 'You have already paid for this event.' },
  highlightsGenerated: { title: 'Success', text: 'AI highlights have been generated successfully!' },
  welcome: { title: 'Welcome!' },
  joinedEvent: { title: 'Joined Event' },
  welcomeToEvent: { title: 'Welcome to the Event!' },
  uploadComplete: { title: 'Upload Complete!' },
  eventUpdated: { title: 'Event Updated' },
  guestUploadsPaused: { title: 'Guest Uploads Paused' },
  guestUploadsResumed: { title: 'Guest Uploads Resumed' },
  firstNamesShown: { title: 'First Names Shown' },
  firstNamesHidden: { title: 'First Names Hidden' },
  eventDeleted: { title: 'Event Deleted' },
  mediaDeleted: { title: 'Media Deleted' },
  linkCopied: { title: 'Link Copied!' },
  notificationsEnabled: { title: 'Notifications Enabled' },
  notificationsDisabled: { title: 'Notifications Disabled' },
  mediaApproved: { title: 'Media Approved' },
  mediaRejected: { title: 'Media Rejected' },
} as const satisfies Record<string, ToastText>;

/** Toasts whose text depends on what happened. */
export const toastFor = {
  voteFailed: (message = 'Failed to vote'): ToastText => ({ title: 'Vote Failed', text: message }),
  updateFailed: (message: string): ToastText => ({ title: 'Update Failed', text: message }),
  deleteFailed: (message: string): ToastText => ({ title: 'Delete Failed', text: message }),
  highlightsFailed: (message = 'Failed to generate highlights'): ToastText => ({
    title: 'Error',
    text: message,
  }),
  paymentRefunded: (money: string, name: string): ToastText => ({
    title: 'Payment Refunded',
    text: `${money} go back to ${name}.`,
  }),
  refundFailed: (
    message = 'Failed to refund. Nothing is refunded twice, so it is safe to try again.',
  ): ToastText => ({ title: 'Refund Failed', text: message }),
  partialSuccess: (saved: number, failed: number): ToastText => ({
    title: 'Partial Success',
    text: `Saved ${saved} file(s), but ${failed} failed. Please try uploading the failed files again.`,
  }),
  privacyUpdated: (privacy: string): ToastText => ({
    title: 'Privacy Updated',
    text: `Event is now ${privacy}.`,
  }),
  invalidFileType: (fileName: string): ToastText => ({
    title: 'Invalid File Type',
    text: `${fileName} is not a supported media type.`,
  }),
  fileTooLarge: (fileName: string, maxMegabytes: number): ToastText => ({
    title: 'File Too Large',
    text: `${fileName} exceeds the ${maxMegabytes}MB limit.`,
  }),
} as const;

/** The generic uploader's messages. */
export const uploaderTexts = {
  maxFiles: (count: number) => `You can only upload ${count} file(s)`,
  minFiles: (count: number) => `You have to select at least ${count} file(s)`,
  totalTooLarge: (selected: string, allowed: string) =>
    `You selected ${selected} of files, but maximum allowed size is ${allowed}`,
  fileTooLarge: (file: string, allowed: string) => `${file} exceeds maximum allowed size of ${allowed}`,
  fileTooSmall: (allowed: string) => `This file is smaller than the allowed size of ${allowed}`,
  onlyTypes: (types: string) => `You can only upload: ${types}`,
  duplicate: 'Cannot add the duplicate file',
  cannotAddMore: 'Cannot add more files',
  missingMeta: 'Missing required meta fields',
} as const;
