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
  'costs.noEvidence':
    'The balance went from {{before}} to {{after}}, less than the {{known}} credits that answered requests cost. It proves nothing.',
  'costs.evidence_one':
    'The balance went from {{before}} to {{after}}. Answered requests cost {{known}} of that at list prices, which leaves {{rest}} credits for this one. It proves nothing: other prices, late charges, refunds and other users of the account change a balance too.',
  'costs.evidence_other':
    'The balance went from {{before}} to {{after}}. Answered requests cost {{known}} of that at list prices, which leaves {{rest}} credits for these {{count}}. It proves nothing: other prices, late charges, refunds and other users of the account change a balance too.',
  'costs.operation': '“{{operation}}”',
} as const;
