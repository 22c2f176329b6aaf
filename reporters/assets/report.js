// Filters findings. Everything is on the page before this runs.
(function () {
  "use strict";
  var form = document.getElementById("filters");
  if (!form) return;
  document.documentElement.classList.add("js");
  var total = 0;
  var files = Array.from(document.querySelectorAll(".file"), function (el) {
    var path = el.dataset.path.toLowerCase();
    var all = Array.from(el.querySelectorAll(".finding"), function (one) {
      total++;
      return { el: one, level: one.dataset.l, rule: one.dataset.r, pack: one.dataset.p, hidden: false,
        text: path + " " + one.textContent.toLowerCase() };
    });
    return { el: el, path: path, all: all, hidden: false };
  });
  var latest = 0, main = document.querySelector("main");
  var count = document.getElementById("count");
  function value(name) { return form.elements[name].value.toLowerCase().trim(); }
  function hide(it, hidden) {
    if (it.hidden !== hidden) it.el.hidden = it.hidden = hidden;
  }
  function apply() {
    var words = value("text").split(/\s+/).filter(Boolean), path = value("path");
    var rule = form.elements.rule.value, pack = form.elements.pack.value;
    var levels = {};
    form.querySelectorAll("[name=level]").forEach(function (box) { levels[box.value] = box.checked; });
    function fits(one) {
      return levels[one.level] && (!rule || one.rule === rule) && (!pack || one.pack === pack) &&
        words.every(function (word) { return one.text.indexOf(word) >= 0; });
    }
    var shown = 0;
    files.forEach(function (file) {
      file.fitting = path && file.path.indexOf(path) < 0 ? [] : file.all.filter(fits);
      shown += file.fitting.length;
    });
    count.textContent = shown + " of " + total + " shown";
    main.setAttribute("aria-busy", "true");
    show(0, ++latest);
  }
  // show goes on from a file in the next frame, so that typing does not wait for the layout of thousands.
  function show(from, job) {
    if (job !== latest) return;
    for (var n = 0; from < files.length && n < 500; from++) {
      var file = files[from], wanted = new Set(file.fitting);
      hide(file, wanted.size === 0);
      if (wanted.size === 0) continue; // what is in it is not seen
      file.all.forEach(function (one) { hide(one, !wanted.has(one)); });
      n += file.all.length;
    }
    if (from < files.length) requestAnimationFrame(function () { show(from, job); });
    else main.setAttribute("aria-busy", "false");
  }
  form.addEventListener("input", apply);
  form.addEventListener("submit", function (e) { e.preventDefault(); });
  form.addEventListener("reset", function () { setTimeout(apply); });
  apply();
})();
