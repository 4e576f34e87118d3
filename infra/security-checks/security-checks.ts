import type {
  IPolicyValidationContext,
  IPolicyValidationPlugin,
  PolicyValidationPluginReport,
} from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { type AcceptedFinding, acceptedFindings } from './accepted-findings.ts';

/**
 * The AwsSolutions rules of cdk-nag, less what `accepted-findings.ts` accepts. The library's own
 * acknowledgements need the exact text of a finding, which contains generated names of outputs.
 */
export class SecurityChecks implements IPolicyValidationPlugin {
  readonly name = 'AwsSolutions';
  /** The exceptions that were needed. */
  readonly used = new Set<AcceptedFinding>();

  validate(context: IPolicyValidationContext): PolicyValidationPluginReport {
    const { violations } = new AwsSolutionsChecks().validate(context);
    const left = violations
      .map((violation) => ({
        ...violation,
        violatingResources: violation.violatingResources.filter(
          ({ constructPath = '' }) => !this.#accepts(violation.ruleName, constructPath),
        ),
      }))
      .filter(({ violatingResources }) => violatingResources.length > 0);
    return { success: left.length === 0, violations: left };
  }

  #accepts(rule: string, constructPath: string): boolean {
    // `gatherlens-dev-data/MediaBucket/Resource`
    const place = constructPath.replace(/^gatherlens-[a-z]+-/, '');
    const accepted = acceptedFindings.find((finding) => finding.rule.test(rule) && finding.at.test(place));
    if (accepted) this.used.add(accepted);
    return accepted !== undefined;
  }
}
