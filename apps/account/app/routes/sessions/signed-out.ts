/** Names the notice of how many devices were signed out a moment ago. */
export const signedOutNotice = 'signed_out'
