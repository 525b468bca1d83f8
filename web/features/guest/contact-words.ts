export const CONTACT_LABEL = 'Email or phone number'
export const CONTACT_HINT =
  'News of your order and a link to it go to an email. We send nothing to phones.'
