import { CreateInvalidationCommand, TooManyInvalidationsInProgress } from '@aws-sdk/client-cloudfront';
import { cloudFrontClient } from '../aws/clients.ts';
import { distributionId } from '../aws/settings.ts';

/**
 * Invalidates CloudFront's copies of a folder, once per reference, however often it is called.
 * @returns false if CloudFront already has its limit of 15 wildcard invalidations in progress
 */
export async function invalidateFolder(folder: string, reference: string): Promise<boolean> {
  try {
    await cloudFrontClient().send(
      new CreateInvalidationCommand({
        DistributionId: distributionId(),
        InvalidationBatch: {
          CallerReference: reference,
          Paths: { Quantity: 1, Items: [`/${folder}*`] },
        },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof TooManyInvalidationsInProgress) return false;
    throw error;
  }
}
