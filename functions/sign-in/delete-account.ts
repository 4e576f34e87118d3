import { AdminDeleteUserCommand, UserNotFoundException } from '@aws-sdk/client-cognito-identity-provider';
import { cognitoClient } from '../aws/clients.ts';
import { userPoolId } from '../aws/settings.ts';

/**
 * Deletes the account that a person signs in with. Safe to repeat: if it is already gone, that is no error.
 * @param userId the account's `sub`, which is also its username in a pool of e-mail addresses
 */
export async function deleteAccount(userId: string): Promise<void> {
  try {
    await cognitoClient().send(new AdminDeleteUserCommand({ UserPoolId: userPoolId(), Username: userId }));
  } catch (error) {
    if (!(error instanceof UserNotFoundException)) throw error;
  }
}
