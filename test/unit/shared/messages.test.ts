import { eligibilityTexts } from '../../../shared/eligibility-messages.ts';
import { expect, test } from 'vitest';
import { messages, toastFor, toasts, type ToastText, uploaderTexts } from '../../../shared/messages.ts';

/** As the catalogue writes a toast. */
const spoken = ({ title, text }: ToastText) => (text === undefined ? title : `${title}: ${text}`);

test('the toasts of the catalogue are there, word for word', () => {
  expect(Object.values<ToastText>(toasts).map(spoken)).toEqual(
    expect.arrayContaining([
      'Error: Failed to create event. Please try again.',
      "Already Voted: You've already voted on this photo",
      'Unvote Failed: Failed to remove your vote',
      'Upload Error: Failed to initialize upload. Please try again.',
      'Upload Failed: An error occurred during upload. Please try again.',
      'Error: Failed to open upload dialog. Please try again.',
      'Error: Failed to register as guest. Please try again.',
      'Name Required: Please enter your name to continue.',
      'Error: Failed to join event. Please try again.',
      'Authentication Required: Please log in to join this event.',
      'Error Saving Media: Failed to save media to the gallery. Please try again.',
      'Upload Failed: Failed to upload files. Please try again.',
      'Upload Failed: Some files failed to upload. Please try again.',
      'No Files Selected: Please select files to upload.',
      'Not Supported: Push notifications are not supported in this browser.',
      'Permission Denied: Please enable notifications in your browser settings.',
      'Error: Failed to register service worker.',
      'Error: Failed to subscribe to notifications.',
      'Error: Failed to save subscription.',
      'Error: Failed to disable notifications.',
      'Update Failed: Failed to update privacy settings.',
      'Copy Failed: Failed to copy link. Please try again.',
      'Error: Failed to moderate media. Please try again.',
      "Unauthorized: You don't have permission to moderate this content.",
      'Event Created: Your event has been created successfully!',
      'Success: AI highlights have been generated successfully!',
      'Welcome!',
      'Joined Event',
      'Welcome to the Event!',
      'Upload Complete!',
      'Event Updated',
      'Event Deleted',
      'Media Deleted',
      'Link Copied!',
      'Notifications Enabled',
      'Notifications Disabled',
      'Media Approved',
      'Media Rejected',
    ]),
  );
});

test.each([
  [toastFor.voteFailed(), 'Vote Failed: Failed to vote'],
  [toastFor.voteFailed('Only approved.'), 'Vote Failed: Only approved.'],
  [toastFor.updateFailed('No.'), 'Update Failed: No.'],
  [toastFor.deleteFailed('No.'), 'Delete Failed: No.'],
  [toastFor.highlightsFailed(), 'Error: Failed to generate highlights'],
  [toastFor.highlightsFailed(messages.tooFewHighlights), `Error: ${messages.tooFewHighlights}`],
  [
    toastFor.partialSuccess(3, 2),
    'Partial Success: Saved 3 file(s), but 2 failed. Please try uploading the failed files again.',
  ],
  [toastFor.privacyUpdated('unlisted'), 'Privacy Updated: Event is now unlisted.'],
  [toastFor.invalidFileType('a.txt'), 'Invalid File Type: a.txt is not a supported media type.'],
  [toastFor.fileTooLarge('a.mp4', 100), 'File Too Large: a.mp4 exceeds the 100MB limit.'],
])('a toast that depends on what happened: %j', (toast, text) => expect(spoken(toast)).toBe(text));

test('calls answer in the catalogue’s words', () => {
  expect(messages).toMatchObject({
    eventNameRequired: 'Event name is required',
    priceRequired: 'Price is required and must be a valid number greater than 0 for paid events',
    alreadyVoted: 'Already voted',
    alreadyJoined: 'User has already joined this event',
    alreadyParticipant: 'Already a participant',
    notPaidEvent: 'This event is not a paid event.',
    tooFewHighlights: 'You need at least 3 approved photos to generate highlights.',
  });
});

test('upload checks say what the catalogue has', () => {
  expect(Object.values(eligibilityTexts)).toEqual([
    'Event not found',
    'Upload as event owner',
    'This is a paid event. Payment required to upload.',
    'Upload to event',
    'Join the event to start uploading',
    'This is a private event. Please sign in to upload.',
    'Upload as guest',
    'Enter your name to upload as a guest',
    'Upload not available',
  ]);
});

test('the generic uploader says what the catalogue has', () => {
  expect([
    uploaderTexts.maxFiles(50),
    uploaderTexts.minFiles(1),
    uploaderTexts.totalTooLarge('2 GB', '1 GB'),
    uploaderTexts.fileTooLarge('a.mp4', '100 MB'),
    uploaderTexts.fileTooSmall('1 byte'),
    uploaderTexts.onlyTypes('images'),
    uploaderTexts.duplicate,
    uploaderTexts.cannotAddMore,
    uploaderTexts.missingMeta,
  ]).toEqual([
    'You can only upload 50 file(s)',
    'You have to select at least 1 file(s)',
    'You selected 2 GB of files, but maximum allowed size is 1 GB',
    'a.mp4 exceeds maximum allowed size of 100 MB',
    'This file is smaller than the allowed size of 1 byte',
    'You can only upload: images',
    'Cannot add the duplicate file',
    'Cannot add more files',
    'Missing required meta fields',
  ]);
});
