# cask.rb CASK LISTING...: read a cask as Homebrew's language, and fail if what it links or renames is not in the archive of a platform, by the
# listing of that archive.
class Cask
  attr_reader :said

  def initialize
    @said = Hash.new { |all, word| all[word] = [] }
  end

  def cask(name, &block)
    @said["cask"] << [name]
    instance_eval(&block)
  end

  def method_missing(word, *args, **options, &block)
    return @said[word.to_s].dig(-1, 0) if args.empty? && !block

    @said[word.to_s] << args
    instance_eval(&block) if block
  end

  def respond_to_missing?(*) = true
end

file, *listings = ARGV
cask = Cask.new
cask.instance_eval(File.read(file), file)
said = cask.said
%w[version homepage desc url sha256 binary manpage bash_completion zsh_completion fish_completion].each do |word|
  abort "#{file} has no #{word}" if said[word].empty?
end
moved = said["rename"].to_h
used = %w[binary manpage bash_completion zsh_completion fish_completion].flat_map { |word| said[word].map(&:first) }
listings.each do |listing|
  lines = File.readlines(listing, chomp: true)
  used.each do |path|
    from = moved.key(path) || path
    abort "#{file} uses #{path}, which #{listing} has not:\n#{lines.join("\n")}" unless lines.include?(from)
  end
end
said["url"].flatten.each { |url| abort "#{url} is no archive of a release" unless url.start_with?("https://github.com/nplint/nplint/releases/download/v") }
puts "the cask links #{used.join(", ")}"
