"use strict";
// The list of links, which the page has for browsers without scripts.
for (const list of document.querySelectorAll("noscript")) list.outerHTML = list.textContent;
