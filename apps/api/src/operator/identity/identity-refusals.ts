/** Reasons for which an operator is not admitted, added or ended, each with what to do next. */
export const IDENTITY_REFUSALS = {
  'no-key': {
    says: 'There is no operator key on this machine, and nothing personal is shown or changed without one.',
    next: 'ops login makes one and prints the line for an administrator.',
  },
  'key-unsafe': {
    says: 'The file of the operator key can be read or replaced by others.',
    next: 'Make it yours alone: chmod 600 for the file, chmod 700 for its folder. If others were there: ops operators end, then a new key.',
  },
  'key-unreadable': {
    says: 'The file of the operator key cannot be read.',
    next: 'Give the path of the right file as OPERATOR_KEY_FILE, or make a new key with ops login --new.',
  },
  'passphrase-wrong': {
    says: 'The operator key does not open with this passphrase.',
    next: 'Type it again. A forgotten one: ops login --new, and an administrator ends the old key and adds the new one.',
  },
  'passphrase-missing': {
    says: 'No passphrase was given, or not the same one twice.',
    next: 'Type it twice at a terminal, or give it as OPERATOR_PASSPHRASE.',
  },
  'no-operators': {
    says: 'This shop has no operator yet.',
    next: 'ops login, then ops operators first makes your key the first administrator.',
  },
  'unknown-key': {
    says: 'Your key belongs to no operator of this shop.',
    next: 'Send the line that ops login prints to an administrator.',
  },
  'operator-not-certified': {
    says: 'This operator was written into the table without the signature of an administrator that is trusted.',
    next: 'ops audit verify names the trusted ones. An administrator adds the person with ops operators add.',
  },
  'operator-ended': {
    says: 'This operator has ended and may do nothing any more.',
    next: 'Another administrator adds a new key: ops login --new, then ops operators add.',
  },
  'role-missing': {
    says: 'Your role does not allow this.',
    next: 'Ask an administrator to do it: ops operators list shows them.',
  },
  'signature-wrong': {
    says: 'The signature does not fit the request.',
    next: 'Run the command again. If it stays, make a new key with ops login --new.',
  },
  'clock-differs': {
    says: 'The clock of this machine is more than two minutes off.',
    next: 'Set the clock of this machine and run the command again.',
  },
  'request-used': {
    says: 'This signed request has been used before.',
    next: 'Run the command again: each run signs a new one.',
  },
  'by-another': {
    says: 'The name after --by is not the operator of your key.',
    next: 'Leave --by out: the name comes from the key. ops login says whose it is.',
  },
  'operators-exist': {
    says: 'The shop has operators already, so there is no first one any more.',
    next: 'An administrator adds you with ops operators add. Without any left, OPERATOR_ROOTS must name your key.',
  },
  'operator-unreadable': {
    says: 'A name, a role or a key is missing or wrong.',
    next: 'Give --name NAME --role support|admin --key ed25519:…, as ops login of that person prints it.',
  },
  'operator-there': {
    says: 'An operator with this name or this key is there already, or the key had its life.',
    next: 'ops operators list shows them. A person with a new key: ops operators end, then add.',
  },
  'no-such-operator': {
    says: 'No operator of this name is active.',
    next: 'ops operators list shows them.',
  },
  'ends-oneself': {
    says: 'This operator is you, and operators are ended by another one.',
    next: 'Ask another administrator; if there is none, add one first.',
  },
  'own-ticket': {
    says: 'This alert is about a ticket that you issued yourself.',
    next: 'Another operator looks at it and closes it.',
  },
} as const;
