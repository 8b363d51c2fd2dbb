/** What work costs at services that charge. */
export const costs = {
  'costs.credits_one': '{{credits}} credit',
  'costs.credits_other': '{{credits}} credits',
  'costs.estimate_one': '{{service}}: one request, about {{credits}}.',
  'costs.estimate_other': '{{service}}: {{count}} requests, about {{credits}}.',
  'costs.estimateUnknown_one': '{{service}}: one request, at a price that is not known.',
  'costs.estimateUnknown_other': '{{service}}: {{count}} requests, at a price that is not known.',
  'costs.estimateFree': '{{service}}: nothing is left to pay for.',
  'costs.unknown': 'What {{operations}} costs there is not known, and not counted.',
  'costs.paid_one': 'One more is not sent: it is paid for already, or has the same content as another.',
  'costs.paid_other': '{{count}} more are not sent: they are paid for already, or have the same content as others.',
  'costs.balance': 'Balance: {{balance}}.',
  'costs.notEnough': 'The balance is not enough: {{balance}}.',
  'costs.noEvidence': 'The balance says nothing about that: it does not show charges that are certain.',
  'costs.charged_one': 'By the balance, {{count}} of {{all}} was charged. Sending it again costs as much once more.',
  'costs.charged_other':
    'By the balance, {{count}} of {{all}} were charged. Sending them again costs as much once more.',
  'costs.evidence_one':
    'The balance went from {{before}} to {{after}}. Answers that came account for {{known}}, so {{rest}} credits may be for this one.',
  'costs.evidence_other':
    'The balance went from {{before}} to {{after}}. Answers that came account for {{known}}, so {{rest}} credits may be for these {{count}}.',
  'costs.operation': '“{{operation}}”',
} as const;
