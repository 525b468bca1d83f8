// Sends the form that opens the gateway's page. Who comes back by the browser's button is left to press.
const [visit] = performance.getEntriesByType('navigation')
if (visit?.type !== 'back_forward') HTMLFormElement.prototype.submit.call(document.forms.pay)
