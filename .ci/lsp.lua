-- lsp.lua, run by Neovim in a copy of the demo with the snippet of docs/editors.md loaded: its own client is told, mends, hovers and completes.
local function fail(what)
  io.stderr:write("neovim: " .. what .. "\n")
  vim.cmd("cquit 1")
end

local function wait(what, is)
  if not vim.wait(20000, is, 20) then
    fail(what .. ": " .. vim.inspect(vim.diagnostic.get()))
  end
  print("neovim: " .. what .. "\n")
end

local function codes(buffer)
  return table.concat(vim.tbl_map(function(d) return d.code or d.user_data.lsp.code end, vim.diagnostic.get(buffer)), " ")
end

vim.cmd("edit agents/np-loan-clerk.md")
local buffer = vim.api.nvim_get_current_buf()
wait("diagnostics of the open file", function() return codes(buffer):find("agent%-invalid%-tier") end)
wait("diagnostics of a file that is not open", function() return codes(vim.fn.bufadd(vim.fn.getcwd() .. "/agents/np-planner.md")):find("agent%-locked%-tier") end)

local function request(method, params)
  local answers, err = vim.lsp.buf_request_sync(buffer, method, params, 20000)
  for _, answer in pairs(answers or {}) do
    if answer.result then return answer.result end
    err = vim.inspect(answer.error)
  end
  fail(method .. ": " .. tostring(err))
end

vim.api.nvim_win_set_cursor(0, { 4, 7 })
local params = vim.lsp.util.make_position_params(0, "utf-16")
local hover = request("textDocument/hover", params)
wait("hover", function() return hover.contents.value:find("agent%-invalid%-tier") end)
local range = vim.lsp.util.make_range_params(0, "utf-16")
range.context = { diagnostics = {} }
for _, action in ipairs(request("textDocument/codeAction", range)) do
  if action.isPreferred then
    vim.lsp.util.apply_workspace_edit(action.edit, "utf-16")
  end
end
wait("a fix", function() return vim.fn.getline(4) == "tier: opus" and not codes(buffer):find("agent%-invalid%-tier") end)
vim.fn.setline(4, "tier: ")
params.position = { line = 3, character = 6 }
local list = request("textDocument/completion", params)
wait("completion", function() return #list.items == 3 end)
vim.fn.setline(4, "tier: opus")
local planner = vim.fn.getcwd() .. "/agents/np-planner.md"
vim.fn.writefile(vim.tbl_map(function(line) return line == "tier: sonnet" and "tier: opus" or line end, vim.fn.readfile(planner)), planner)
wait("a file that another program writes", function() return codes(vim.fn.bufadd(planner)) == "" end)
vim.cmd("edit .nubos-pilot/milestones/M003/slices/S001/S001-PLAN.md")
buffer = vim.api.nvim_get_current_buf()
vim.fn.search("M003-S001-T0001")
wait("the plan to be known", function() return codes(buffer) ~= "" end)
wait("definition", function() return #request("textDocument/definition", vim.lsp.util.make_position_params(0, "utf-16")) > 0 end)
local renamed = vim.lsp.util.make_position_params(0, "utf-16")
renamed.newName = "T0007"
local refused = vim.lsp.buf_request_sync(buffer, "textDocument/rename", renamed, 20000)
wait("the refusal to rename directories, which it cannot", function()
  for _, answer in pairs(refused) do return answer.error and answer.error.message:find("Neovim 0.7.2 renames no directories") end
end)
vim.cmd("edit agents/np-shelf-finder.md")
buffer = vim.api.nvim_get_current_buf()
wait("the agent to be known", function() return codes(buffer) ~= "" end)
vim.fn.search("np-shelf-finder")
renamed = vim.lsp.util.make_position_params(0, "utf-16")
renamed.newName = "np-book-finder"
vim.lsp.util.apply_workspace_edit(request("textDocument/rename", renamed), "utf-16")
wait("rename, with the file", function()
  return vim.fn.search("name: np-book-finder", "w") > 0 and vim.fn.filereadable("agents/np-book-finder.md") == 1
end)
vim.cmd("qall!")
