/** What work costs at services that charge. */
export const costs = {
  'costs.estimate_one': '{{service}}: one request, about {{credits}} credits.',
  'costs.estimate_other': '{{service}}: {{count}} requests, about {{credits}} credits.',
  'costs.estimateFree': '{{service}}: nothing is left to pay for.',
  'costs.unknown': 'What {{operations}} costs there is not known, and not counted.',
  'costs.paid_one': 'One more is paid for already.',
  'costs.paid_other': '{{count}} more are paid for already.',
  'costs.balance': '{{balance}} credits are left.',
  'costs.notEnough': 'Only {{balance}} credits are left.',
  'costs.charged_one': 'By the balance, {{count}} of {{all}} was charged. Sending it again costs as much once more.',
  'costs.charged_other':
    'By the balance, {{count}} of {{all}} were charged. Sending them again costs as much once more.',
  'costs.evidence_one':
    'The balance went from {{before}} to {{after}}. Answers that came account for {{known}}, so {{rest}} credits may be for this one.',
  'costs.evidence_other':
    'The balance went from {{before}} to {{after}}. Answers that came account for {{known}}, so {{rest}} credits may be for these {{count}}.',
  'costs.operation': '“{{operation}}”',
} as const;
